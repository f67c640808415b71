// `key create | list | revoke`. The secret is printed once, by `create`; nothing here can show it again.

import type { Limits, ServiceKey } from '../../core/access/account.ts'
import { maxRequestsPerMinute, maxTokensPerMinute } from '../../core/access/gcra.ts'
import { keyIdParts, newServiceKey } from '../../core/access/issue.ts'
import { keyState } from '../../core/access/key-state.ts'
import { accountNamed } from './account-commands.ts'
import type { Command, Given } from './command.ts'
import { Refused } from './faults.ts'
import { facts, table } from './output.ts'
import { futureMoment, wholeNumber } from './values.ts'

const limitsFrom = (given: Given): Limits => {
  const { 'requests-per-minute': requests, 'tokens-per-minute': tokens } = given
  return {
    ...(requests === undefined
      ? {}
      : { requestsPerMinute: wholeNumber(requests, maxRequestsPerMinute, 'requests-per-minute') }),
    ...(tokens === undefined ? {} : { tokensPerMinute: wholeNumber(tokens, maxTokensPerMinute, 'tokens-per-minute') }),
  }
}

/** Everything except the hash: nobody has to read it. */
const view = ({ keyHash: _, ...key }: ServiceKey, state: string) => ({ ...key, state })

const row = (key: ServiceKey, state: string) => ({
  key: key.keyId,
  suffix: `…${key.suffix}`,
  state,
  device: key.issuedTo?.device,
  created: key.createdAt,
  'last used': key.lastUsedAt,
  expires: key.expiresAt,
  revoked: key.revokedAt,
  'requests/min': key.limits.requestsPerMinute,
  'tokens/min': key.limits.tokensPerMinute,
})

export const keyCommands: readonly Command[] = [
  {
    words: ['key', 'create'],
    argument: 'NAME',
    does: 'Makes a service key and prints it, this one time.',
    options: { expires: 'ISO', 'requests-per-minute': 'N', 'tokens-per-minute': 'N' },
    async run(argument, given, desk) {
      const { expires } = given
      const limits = limitsFrom(given)
      const expiresAt = expires === undefined ? {} : { expiresAt: futureMoment(expires, desk.now, 'expires') }
      const { accountId, kind, apiAccess } = await accountNamed(argument, desk)
      if (kind !== 'organization')
        throw new Refused(`"${accountId}" is a personal account. Only organizations can have keys.`)
      if (!apiAccess) throw new Refused(`"${accountId}" has no API access. Enable it with "account enable-api".`)

      const { secret, key } = newServiceKey(accountId, desk.random32(), desk.now, { limits, ...expiresAt })
      if (!(await desk.keys.put(key)))
        throw new Refused('The key could not be stored, because an equal one exists. Try again.')
      const { keyId, suffix } = key
      return {
        json: { key: secret, keyId, suffix },
        text: `${facts({ key: secret, keyId, suffix })}\nKeep the key now: it is not shown again.`,
      }
    },
  },
  {
    words: ['key', 'list'],
    argument: 'NAME',
    does: 'Lists the keys of an account, without their secrets.',
    options: {},
    async run(argument, _given, desk) {
      const { accountId } = await accountNamed(argument, desk)
      const keys = await desk.keys.listByAccount(accountId)
      return {
        json: keys.map((key) => view(key, keyState(key, desk.now))),
        text: table(
          keys.map((key) => row(key, keyState(key, desk.now))),
          `The account "${accountId}" has no keys.`,
        ),
      }
    },
  },
  {
    words: ['key', 'revoke'],
    argument: 'KEYID',
    does: 'Revokes a key. "key list" shows the ids.',
    options: {},
    async run(keyId, _given, desk) {
      // The answer does not repeat it, because it may be a secret pasted by mistake.
      if (keyIdParts(keyId) === undefined) throw new Refused('That is not the id of a key. "key list" shows the ids.')
      const key = await desk.keys.revoke(keyId, desk.now)
      if (key === undefined) throw new Refused(`There is no key with the id ${keyId}.`)
      const state = keyState(key, desk.now)
      return { json: view(key, state), text: table([row(key, state)], '') }
    },
  },
]
