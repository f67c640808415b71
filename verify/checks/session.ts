// Checks what the service is for: less of an agent's session reaches the provider than was sent, and the ledger says how
// much.

import { createHash } from 'node:crypto'
import { counted } from '../../core/text/counted.ts'
import { receivedHeader } from '../../testkit/provider/server.ts'
import { Skipped } from '../../testkit/skipped.ts'
import { canary } from '../canary.ts'
import type { Check } from '../check.ts'
import { type DeployedService, newSession } from '../deployed-service.ts'
import { valuesOf, type WireAnswer } from '../exchange.ts'
import { expect } from '../outcome.ts'

const path = '/provider-a/v1/messages'
const turns = 4

const rows = (turn: number): string =>
  JSON.stringify(
    { rows: Array.from({ length: 60 }, (_, row) => ({ row, name: `n${turn}-${row}`, on: true })) },
    null,
    2,
  )

/** The request of a turn, with every earlier result pretty-printed as tools print it. */
const conversation = (turn: number): string =>
  JSON.stringify({
    model: 'claude-haiku-4-5',
    max_tokens: 100,
    messages: [
      { role: 'user', content: `List what there is. ${canary}` },
      ...Array.from({ length: turn }, (_, index) => [
        { role: 'assistant', content: [{ type: 'tool_use', id: `t${index}`, name: 'list', input: { index } }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: `t${index}`, content: rows(index) }] },
      ]).flat(),
    ],
  })

const post = (
  { ask, stubRequest }: DeployedService,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<WireAnswer> => ask({ path, headers: { ...stubRequest('anthropic'), ...headers }, body })

/** The number of bytes that reached the stub, and their digest. */
const receivedOf = (answer: WireAnswer): { readonly bytes: number; readonly sha256: string } => {
  expect(answer.status === 200, `${answer.status}: ${answer.body.toString('utf8').slice(0, 160)}`)
  const [bytes = '', sha256 = ''] = (valuesOf(answer, receivedHeader)[0] ?? '').split(' ')
  expect(sha256 !== '', 'the stub does not say what it received')
  return { bytes: Number(bytes), sha256 }
}

const savings: Check = {
  name: 'session: less reaches the provider',
  means: 'tool results reach the provider shortened, in every turn and with the results of all earlier turns',
  async run(deployment) {
    const { headers } = newSession()
    let sent = 0
    let arrived = 0
    for (let turn = 0; turn < turns; turn += 1) {
      const body = conversation(turn)
      sent += body.length
      arrived += receivedOf(await post(deployment, body, headers)).bytes
    }
    const seen = `${arrived} of ${sent} bytes reached the provider (${Math.round((1 - arrived / sent) * 100)} % fewer)`
    expect(arrived < sent, `${seen}; as it should be only where the account’s compaction is off or observe`)
    return seen
  },
}

const receipts: Check = {
  name: 'session: the ledger',
  means: 'every exchange has a receipt under the session, with what was saved',
  async run(deployment) {
    const { ledger } = deployment
    deployment.toStub('anthropic')
    if (ledger === undefined) throw new Skipped('needs --account, and AWS credentials that may read the tables')
    const { id, headers } = newSession()
    for (let turn = 0; turn < turns; turn += 1) receivedOf(await post(deployment, conversation(turn), headers))
    const found = await ledger.receipts(id, turns)
    const saved = found.reduce((sum, { tokensSaved }) => sum + tokensSaved, 0)
    const seen = `${counted(found.length, 'receipt')}, ${counted(saved, 'token')} saved (${found.map(({ outcome }) => outcome).join(', ')})`
    expect(found.length === turns, seen)
    expect(saved > 0 || (await ledger.mode()) === 'off', seen)
    return seen
  },
}

const wishes: Check = {
  name: 'session: off and observe',
  means: 'a single request can ask for its original to be forwarded',
  async run(deployment) {
    const body = conversation(turns)
    const sha256 = createHash('sha256').update(body).digest('hex')
    for (const wish of ['off', 'observe']) {
      const received = receivedOf(await post(deployment, body, { 'X-Service-Compaction': wish }))
      expect(received.sha256 === sha256, `${wish}: ${received.bytes} of ${body.length} bytes arrived`)
    }
    return 'the original, both times'
  },
}

const same: Check = {
  name: 'session: the same request again',
  means: 'a conversation is always forwarded as the same bytes: the provider’s prefix cache keeps working',
  async run(deployment) {
    const digests = new Set<string>()
    for (let turn = 0; turn < 3; turn += 1)
      digests.add(receivedOf(await post(deployment, conversation(turns), {})).sha256)
    expect(digests.size === 1, `${digests.size} different forms of three`)
    return 'three times the same bytes'
  },
}

export const sessionChecks: readonly Check[] = [savings, receipts, wishes, same]
