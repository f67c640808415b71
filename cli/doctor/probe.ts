// One request all the way through: made up, with a key that no provider knows, so that it costs nothing. What became of it is
// in the session's sums.

import { randomUUID } from 'node:crypto'
import { sessionIdHeader } from '../../core/http/service-headers.ts'
import { reasonInWords } from '../../core/ledger/reasons.ts'
import { outcomeName } from '../../dashboard/page/data/format.ts'
import { askSession } from '../service/ask.ts'
import type { Service } from '../service/current.ts'
import { serviceHeader } from '../service/variables.ts'
import type { World } from '../world/world.ts'
import { ask } from './answering.ts'
import { type Finding, failure, warning, well } from './finding.ts'
import { tellOperator } from './service.ts'

/** Nobody's. */
const madeUpKey = 'sk-made-up-by-the-doctor'
const looks = 40
const looksApartMilliseconds = 500

/** A result whose blanks every mode that compacts leaves out. */
const result = JSON.stringify({ orders: Array.from({ length: 60 }, (_, id) => ({ id, state: 'open' })) }, undefined, 8)
const body = JSON.stringify({
  model: 'claude-sonnet-4-6',
  max_tokens: 1,
  messages: [
    { role: 'user', content: 'List the orders.' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'list_orders', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: result }] },
    { role: 'user', content: 'How many are there?' },
  ],
})

/** Says "compacted", or why not. */
export const probeFindings = async (world: World, service: Service, baseUrl: string): Promise<Finding[]> => {
  const id = randomUUID()
  const where = `${baseUrl}/anthropic/v1/messages`
  const answer = await ask(world, where, {
    method: 'POST',
    headers: {
      [serviceHeader]: service.token,
      [sessionIdHeader]: id,
      'x-api-key': madeUpKey,
      'anthropic-version': '2023-06-01',
      'content-type': 'application/json',
    },
    body,
  })
  if (answer === undefined || answer.status >= 500)
    return [
      failure(
        `The provider cannot be reached through the service (${answer?.status ?? 'no answer'}).`,
        where,
        'Ask the operator whether the service may reach the provider',
      ),
    ]
  for (let look = 0; look < looks; look += 1) {
    const session = await askSession(world, service, id).catch(() => undefined)
    if (session !== undefined && session.exchanges > 0) {
      const { outcomes, reasons } = session
      if (outcomes.compacted !== undefined) return [well('A probe went through: compacted')]
      const [outcome = ''] = Object.keys(outcomes)
      const why = Object.keys(reasons).map((reason) => ` ${reasonInWords(reason)}`)
      // A mode explains what went as it should.
      const isMode = outcomes.observed !== undefined || outcomes.verbatim !== undefined
      const what = `A probe went through, and was not compacted: ${outcomeName(outcome).toLowerCase()}.${why.join('')}`
      return [warning(what, where, isMode ? `Look at the mode: ${service.url}/settings` : tellOperator)]
    }
    await world.wait(looksApartMilliseconds)
  }
  return [
    warning(
      'A probe went through, but its figures have not come yet.',
      service.url,
      'Look again in a minute: compaction status',
    ),
  ]
}
