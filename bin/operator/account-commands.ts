// `account create | enable-api | show | set`. Shows everything of an account except its chain secret.

import type { AccountChanges } from '../../adapters/dynamo/accounts.ts'
import { type Account, accountKinds, type Entitlement, entitlements } from '../../core/access/account.ts'
import { maxRequestsPerMinute, maxTokensPerMinute } from '../../core/access/gcra.ts'
import { newAccount } from '../../core/access/issue.ts'
import {
  compactionModes,
  defaultFileReads,
  defaultObservations,
  fileReadRules,
  observationRules,
} from '../../core/access/policy.ts'
import { publicCompressors } from '../../core/compressor/contract.ts'
import { serverKinds } from '../../core/transcript/may-be-shortened.ts'
import { UsageFault } from '../usage-fault.ts'
import type { Command, Desk, Given } from './command.ts'
import { Refused } from './faults.ts'
import { facts, type Output } from './output.ts'
import { fraction, nameFrom, oneOf, orNone, someOf, wholeNumber } from './values.ts'

/** The account with this name. Throws `Refused` if there is none. */
export const accountNamed = async (argument: string, { accounts }: Pick<Desk, 'accounts'>): Promise<Account> => {
  const name = nameFrom(argument)
  const account = await accounts.find(name)
  if (account === undefined) throw new Refused(`There is no account "${name}".`)
  return account
}

const shown = ({ accountId, kind, apiAccess, entitlements, limits, compaction, createdAt }: Account): Output => ({
  json: { accountId, kind, apiAccess, entitlements, limits, compaction, createdAt },
  text: facts({
    account: accountId,
    kind,
    'API access': apiAccess ? 'yes' : 'no',
    entitlements: entitlements.join(', ') || 'none',
    'requests per minute': limits.requestsPerMinute ?? 'unlimited',
    'tokens per minute': limits.tokensPerMinute ?? 'unlimited',
    compaction: compaction.mode,
    compressor: compaction.compressor,
    rate: compaction.rate ?? 'chosen by the compressor',
    'file reads': compaction.fileReads ?? defaultFileReads,
    observations: compaction.observations ?? defaultObservations,
    'server results': compaction.serverResults?.join(', ') || 'kept',
    created: createdAt,
  }),
})

const changed = async (account: Account, changes: AccountChanges, { accounts }: Desk): Promise<Output> => {
  const after = await accounts.update(account.accountId, changes)
  if (after === undefined) throw new Refused(`The account "${account.accountId}" no longer exists.`)
  return shown(after)
}

/** How each option of `account set` changes an account. */
const setters: Readonly<Record<string, (text: string) => AccountChanges>> = {
  entitlements: (text) => ({ entitlements: someOf(text, entitlements, 'entitlement') }),
  'requests-per-minute': (text) => ({
    requestsPerMinute: orNone(text, (number) => wholeNumber(number, maxRequestsPerMinute, 'requests-per-minute')),
  }),
  'tokens-per-minute': (text) => ({
    tokensPerMinute: orNone(text, (number) => wholeNumber(number, maxTokensPerMinute, 'tokens-per-minute')),
  }),
  compaction: (text) => ({ mode: oneOf(text, compactionModes, 'compaction mode') }),
  compressor: (text) => ({ compressor: oneOf(text, publicCompressors, 'compressor') }),
  rate: (text) => ({ rate: orNone(text, (number) => fraction(number, 'rate')) }),
  'file-reads': (text) => ({ fileReads: oneOf(text, fileReadRules, 'rule for file reads') }),
  observations: (text) => ({ observations: oneOf(text, observationRules, 'rule for observations') }),
  'server-results': (text) => ({ serverResults: someOf(text, serverKinds, 'kind of server results') }),
}

const changesFrom = (given: Given): AccountChanges =>
  Object.assign(
    {},
    ...Object.entries(setters).map(([option, set]) => {
      const text = given[option]
      return text === undefined ? {} : set(text)
    }),
  )

export const accountCommands: readonly Command[] = [
  {
    words: ['account', 'create'],
    argument: 'NAME',
    does: 'Makes an account. It may use nothing until its API access is enabled.',
    options: { kind: accountKinds.join('|') },
    required: ['kind'],
    async run(argument, { kind = '' }, { accounts, random32, now }) {
      const account = newAccount(nameFrom(argument), oneOf(kind, accountKinds, 'kind'), random32(), now)
      if (await accounts.put(account)) return shown(account)
      throw new Refused(`The account "${account.accountId}" already exists.`)
    },
  },
  {
    words: ['account', 'enable-api'],
    argument: 'NAME',
    does: 'Enables API access, with the entitlements proxy and compress.',
    options: {},
    async run(argument, _given, desk) {
      const account = await accountNamed(argument, desk)
      if (account.kind !== 'organization')
        throw new Refused(`"${account.accountId}" is a personal account. Only organizations get API access.`)
      // Entitlements that were removed since then stay removed, because provisioning runs again and again.
      if (account.apiAccess) return shown(account)
      const enabled: readonly Entitlement[] = ['proxy', 'compress']
      const united = entitlements.filter((one) => enabled.includes(one) || account.entitlements.includes(one))
      return changed(account, { apiAccess: true, entitlements: united }, desk)
    },
  },
  {
    words: ['account', 'show'],
    argument: 'NAME',
    does: 'Shows an account.',
    options: {},
    run: async (argument, _given, desk) => shown(await accountNamed(argument, desk)),
  },
  {
    words: ['account', 'set'],
    argument: 'NAME',
    does: 'Changes what an account may do and how its requests are compacted.',
    options: {
      entitlements: `${entitlements.join(',')} ('': none)`,
      'requests-per-minute': 'N|none',
      'tokens-per-minute': 'N|none',
      compaction: compactionModes.join('|'),
      compressor: publicCompressors.join('|'),
      rate: 'R|none',
      'file-reads': fileReadRules.join('|'),
      observations: observationRules.join('|'),
      'server-results': `${serverKinds.join(',')} ('': none)`,
    },
    async run(argument, given, desk) {
      const changes = changesFrom(given)
      if (Object.keys(changes).length === 0) throw new UsageFault('Nothing to set: give at least one option.')
      return changed(await accountNamed(argument, desk), changes, desk)
    },
  },
]
