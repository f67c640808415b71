// A function's own address, where the operator names one: closed to everybody who does not come through the front door.

import { Skipped } from '../../testkit/skipped.ts'
import { canary } from '../canary.ts'
import type { Check } from '../check.ts'
import { exchange } from '../exchange.ts'
import { judgeRefusal } from './refusal.ts'

const closed: Check = {
  name: '403: past the front door',
  means: 'the firewall and the limits of the edge cannot be walked around',
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

export const frontDoorChecks: readonly Check[] = [closed]
