// `key create | list | rotate | revoke`. A secret is printed once, when it is made; nothing here can show it again.

import type { Limits, ServiceKey } from '../../../core/access/account.ts'
import { keyIdParts, type NewServiceKey, newServiceKey } from '../../../core/access/keys/issue.ts'
import { keyState } from '../../../core/access/keys/key-state.ts'
import { maxRequestsPerMinute, maxTokensPerMinute } from '../../../core/access/limits/gcra.ts'
import { defined } from '../../../core/collections/defined.ts'
import { shownKey } from '../../../core/people/shown-key.ts'
import { futureMoment, type Given, labelFrom, wholeNumber } from '../arguments/values.ts'
import { accountNamed } from '../desk/account-named.ts'
import type { Desk } from '../desk/desk.ts'
import { NotFound, Refused } from '../desk/faults.ts'
import { note } from '../desk/note.ts'
import { facts, type Output, type Row, table, terminalWidth } from '../output/output.ts'
import type { Command } from './command.ts'

const limitsFrom = (given: Given): Limits => {
  const { 'requests-per-minute': requests, 'tokens-per-minute': tokens } = given
  return {
    ...(requests === undefined
      ? {}
      : { requestsPerMinute: wholeNumber(requests, maxRequestsPerMinute, 'requests-per-minute') }),
    ...(tokens === undefined ? {} : { tokensPerMinute: wholeNumber(tokens, maxTokensPerMinute, 'tokens-per-minute') }),
  }
}

/** A token is that of a person's command line; any other key is the account's. */
const kindOf = ({ issuedTo }: ServiceKey): 'key' | 'token' => (issuedTo === undefined ? 'key' : 'token')

/** Everything except the hash: nobody has to read it. */
const view = (key: ServiceKey, state: string) => {
  const { keyHash: _, ...facts } = key
  return { ...facts, kind: kindOf(key), state }
}

const day = (iso: string | undefined): string | undefined => iso?.slice(0, 10)

/** For a terminal of 80 columns, where the account has a short name. */
const row = (key: ServiceKey, state: string): Row => ({
  key: key.keyId,
  kind: kindOf(key),
  suffix: `…${key.suffix}`,
  name: key.label ?? key.issuedTo?.device,
  state,
  'last used': day(key.lastUsedAt),
  expires: day(key.expiresAt),
})

/** A use is noted once an hour, so that the last one may have been until an hour after the note. */
const lastUse = ({ lastUsedAt }: ServiceKey): string | undefined =>
  lastUsedAt === undefined ? undefined : `${lastUsedAt}, or up to an hour later`

const wideRow = (key: ServiceKey, state: string): Row => ({
  key: key.keyId,
  kind: kindOf(key),
  suffix: `…${key.suffix}`,
  label: key.label,
  state,
  device: key.issuedTo?.device,
  person: key.issuedTo?.personId,
  created: key.createdAt,
  'last used': lastUse(key),
  expires: key.expiresAt,
  revoked: key.revokedAt,
  'requests/min': key.limits.requestsPerMinute,
  'tokens/min': key.limits.tokensPerMinute,
})

/**
 * Stores a new key, noted before: one whose secret an error has kept from being shown must not come to be. `more`: what is noted
 * behind its name. Throws `Refused` if there is an equal one.
 */
const stored = async ({ secret, key }: NewServiceKey, desk: Desk, more = ''): Promise<Output> => {
  await note(desk, key.accountId, 'key-generated', `${shownKey(key)}${more}`)
  if (!(await desk.keys.put(key)))
    throw new Refused('The key could not be stored, because an equal one exists. Try again.')
  const { keyId, suffix, label } = key
  return {
    json: { key: secret, keyId, suffix, ...defined({ label }) },
    text: `${facts({ key: secret, keyId, suffix, ...defined({ label }) })}\nKeep the key now: it is not shown again.`,
  }
}

/** The key with this id. The answer does not repeat it, because it may be a secret pasted by mistake. */
const keyNamed = async (keyId: string, { keys }: Desk): Promise<ServiceKey> => {
  const parts = keyIdParts(keyId)
  if (parts === undefined) throw new Refused('That is not the id of a key. "key list" shows the ids.')
  const key = (await keys.listByAccount(parts.accountId)).find((one) => one.keyId === keyId)
  if (key === undefined) throw new NotFound(`There is no key with the id ${keyId}.`)
  return key
}

const hour = 3_600_000
const usualKeepHours = 24
const mostKeepHours = 24 * 90

export const keyCommands: readonly Command[] = [
  {
    words: ['key', 'create'],
    argument: 'NAME',
    does: 'Makes a service key and prints it, this one time.',
    options: { label: 'TEXT', expires: 'ISO', 'requests-per-minute': 'N', 'tokens-per-minute': 'N' },
    async run(argument, given, desk) {
      const { expires } = given
      const label = given.label === undefined ? undefined : labelFrom(given.label)
      const limits = limitsFrom(given)
      const expiresAt = expires === undefined ? {} : { expiresAt: futureMoment(expires, desk.now, 'expires') }
      const { accountId, kind, apiAccess } = await accountNamed(argument, desk)
      if (kind !== 'organization')
        throw new Refused(`"${accountId}" is a personal account. Only organizations can have keys.`)
      if (!apiAccess) throw new Refused(`"${accountId}" has no API access. Enable it with "account enable-api".`)

      const options = { limits, ...expiresAt, ...defined({ label }) }
      return stored(newServiceKey(accountId, desk.random32(), desk.now, options), desk)
    },
  },
  {
    words: ['key', 'list'],
    argument: 'NAME',
    does: 'Lists the keys of an account, without their secrets.',
    options: {},
    flags: ['wide'],
    async run(argument, { wide }, desk) {
      const { accountId } = await accountNamed(argument, desk)
      const keys = await desk.keys.listByAccount(accountId)
      return {
        json: keys.map((key) => view(key, keyState(key, desk.now))),
        text: table(
          keys.map((key) => (wide === undefined ? row : wideRow)(key, keyState(key, desk.now))),
          `The account "${accountId}" has no keys.`,
          wide === undefined ? terminalWidth : undefined,
          ['key', 'last used', 'expires'],
        ),
      }
    },
  },
  {
    words: ['key', 'rotate'],
    argument: 'KEYID',
    does: 'Makes a key like another one, prints it, and lets the other one expire (default: in 24 hours).',
    options: { 'keep-hours': 'N' },
    async run(keyId, { 'keep-hours': hours }, desk) {
      const keep = hours === undefined ? usualKeepHours : wholeNumber(hours, mostKeepHours, 'keep-hours')
      const { accountId, limits, label, expiresAt, ...old } = await keyNamed(keyId, desk)
      if (keyState({ ...old, ...defined({ expiresAt }) }, desk.now) !== 'active')
        throw new Refused('That key does not work any more. "key create" makes a new one.')
      if (old.issuedTo !== undefined)
        throw new Refused('That is the token of a command line. Its person gets a new one by signing in again.')
      const end = new Date(desk.now + keep * hour).toISOString()
      const last = expiresAt !== undefined && expiresAt < end ? expiresAt : end
      const output = await stored(
        newServiceKey(accountId, desk.random32(), desk.now, { limits, ...defined({ label, expiresAt }) }),
        desk,
        `, in place of ${shownKey(old)}, which works until ${last}`,
      )
      // The new key is there, and shown, whatever becomes of the old one.
      const ending = await desk.keys.expire(keyId, last).catch(() => undefined)
      const said =
        ending === undefined
          ? `${keyId} could not be given an end and goes on working: "key revoke ${keyId}" ends it.`
          : `${keyId} works until ${last}.`
      return {
        json: { ...Object(output.json), ...defined({ oldKeyExpiresAt: ending?.expiresAt }) },
        text: `${output.text}\n${said}`,
        ...(ending === undefined ? { note: said } : {}),
      }
    },
  },
  {
    words: ['key', 'revoke'],
    argument: 'KEYID',
    does: 'Revokes a key. "key list" shows the ids.',
    options: {},
    async run(keyId, _given, desk) {
      const known = await keyNamed(keyId, desk)
      const key = (await desk.keys.revoke(keyId, desk.now)) ?? known
      if (known.revokedAt === undefined) {
        if (known.issuedTo === undefined) await note(desk, known.accountId, 'key-revoked', shownKey(known))
        else await note(desk, known.accountId, 'token-revoked', known.issuedTo.device)
      }
      const state = keyState(key, desk.now)
      return { json: view(key, state), text: facts(wideRow(key, state)) }
    },
  },
]
