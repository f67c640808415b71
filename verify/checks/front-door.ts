// Checks that the front door separates a function's own address from callers, and one caller's errors from another's.

import { randomBytes, randomUUID } from 'node:crypto'
import { mintServiceKey } from '../../core/access/keys/api-key.ts'
import { instruct } from '../../testkit/provider/instruction.ts'
import { Skipped } from '../../testkit/skipped.ts'
import { canary } from '../canary.ts'
import type { Check } from '../check.ts'
import type { DeployedService } from '../deployed-service.ts'
import { exchange, type WireRequest } from '../exchange.ts'
import { expect } from '../outcome.ts'
import { judgeRefusal } from './refusal.ts'

const closed: Check = {
  name: '403: past the front door',
  means: 'nobody can avoid the firewall and the limits of the edge',
  answers: 'front-door',
  async run({ functionUrl, serviceKey }) {
    if (functionUrl === undefined) throw new Skipped('needs --function-url')
    const expected = { status: 403, type: 'permission_error', says: /base URL/ }
    const guess = { 'x-origin-verify': canary }
    let seen = ''
    for (const headers of [{}, guess]) {
      const request = { method: 'GET', path: `/${canary}`, headers: { 'X-Service-Auth-Token': serviceKey, ...headers } }
      seen = judgeRefusal(await exchange(functionUrl, request), expected)
    }
    return `${seen}, without a secret and with a wrong one`
  },
}

/** A path that nobody has asked for, so that no cache can know its answer. */
const freshPath = (): string => `/provider-a/v1/${canary}/${randomUUID()}`

/**
 * Asks with a key and then at once without one: a front that caches errors would give the second caller the first one's
 * answer.
 */
const judgeErrors = async (
  deployment: DeployedService,
  path: string,
  headers: NonNullable<WireRequest['headers']>,
  status: number,
) => {
  const own = await deployment.ask({ method: 'GET', path, headers })
  expect(own.status === status, `${own.status} (expected ${status})`)
  for (const key of [undefined, mintServiceKey(randomBytes(32)).secret]) {
    const stranger = await deployment.ask({ method: 'GET', path, headers: { 'X-Service-Auth-Token': key } })
    judgeRefusal(stranger, { status: 401, type: 'authentication_error' })
  }
  return `${status} with the key, 401 at once without one and with a wrong one`
}

const errorsKeptApart: readonly Check[] = [
  {
    name: 'errors: a 404 of the service is nobody else’s',
    means: 'the front caches no error: the next caller gets its own answer',
    answers: 'cached-errors',
    run: (deployment) => judgeErrors(deployment, `/${canary}/${randomUUID()}`, {}, 404),
  },
  {
    name: 'errors: a 503 of the provider is nobody else’s',
    means: 'one account does not get the answer of another',
    run: (deployment) =>
      judgeErrors(deployment, freshPath(), { ...deployment.stubRequest('anthropic'), ...instruct('fail', 503) }, 503),
  },
]

export const frontDoorChecks: readonly Check[] = [closed, ...errorsKeptApart]
