// `account create | list | show | set | enable-api | disable | delete`. Shows everything of an account except its chain secret.

import type { AccountChanges } from '../../../adapters/dynamo/accounts/accounts.ts'
import {
  type Account,
  type AccountSettings,
  accountKinds,
  type Entitlement,
  entitlements,
} from '../../../core/access/account.ts'
import { newAccount } from '../../../core/access/keys/issue.ts'
import { maxRequestsPerMinute, maxTokensPerMinute } from '../../../core/access/limits/gcra.ts'
import {
  compactionModes,
  defaultFileReads,
  defaultObservations,
  fileReadRules,
  observationRules,
} from '../../../core/access/policy.ts'
import { publicCompressors } from '../../../core/compressor/contract.ts'
import { isPersonalAccountId } from '../../../core/people/person.ts'
import { settingsDifferences } from '../../../core/people/settings-differences.ts'
import { serverKinds } from '../../../core/transcript/may-be-shortened.ts'
import { UsageFault } from '../../usage-fault.ts'
import { fraction, type Given, nameFrom, oneOf, orNone, pricesFrom, someOf, wholeNumber } from '../arguments/values.ts'
import { accountNamed, accountsNamed, faultsText } from '../desk/account-named.ts'
import type { Desk } from '../desk/desk.ts'
import { Refused } from '../desk/faults.ts'
import { note } from '../desk/note.ts'
import { facts, type Output, table, terminalWidth, withNote } from '../output/output.ts'
import type { Command } from './command.ts'
import { deleteAccount, refuseAnotherName, refuseNameWithLedger } from './deleted-names.ts'

const viewOf = ({ chainSecret: _, ...account }: Account): AccountSettings => account

const pricesText = ({ prices = {} }: Account): string =>
  Object.entries(prices)
    .map(([model, price]) => `${model} $${price}`)
    .join(', ') || 'none'

const shown = (account: Account): Output => ({
  json: viewOf(account),
  text: facts({
    account: account.accountId,
    kind: account.kind,
    'API access': account.apiAccess ? 'yes' : 'no',
    entitlements: account.entitlements.join(', ') || 'none',
    'requests per minute': account.limits.requestsPerMinute ?? 'no limit',
    'input tokens per minute': account.limits.tokensPerMinute ?? 'no limit',
    compaction: account.compaction.mode,
    compressor: account.compaction.compressor,
    rate: account.compaction.rate ?? 'chosen by the compressor',
    'file reads': account.compaction.fileReads ?? defaultFileReads,
    observations: account.compaction.observations ?? defaultObservations,
    'server results': account.compaction.serverResults?.join(', ') || 'keep',
    'prices per million tokens': pricesText(account),
    created: account.createdAt,
  }),
})

const changed = async (account: Account, changes: AccountChanges, desk: Desk): Promise<Output> => {
  const { accountId } = account
  const after = await desk.accounts.update(accountId, changes)
  if (after === undefined) throw new Refused(`The account "${accountId}" no longer exists.`)
  const differences = settingsDifferences(account, after)
  if (differences !== '') await note(desk, accountId, 'settings-changed', differences)
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
  prices: (text) => ({ prices: pricesFrom(text) }),
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

/** A rate that nothing obeys must not look as if it had an effect. */
const refuseIdleRate = ({ rate, compressor }: AccountChanges, { compaction }: Account): void => {
  if (typeof rate === 'number' && rate > 0 && (compressor ?? compaction.compressor) === 'adeline-1')
    throw new UsageFault('--rate has no effect on adeline-1, which chooses its own. Add --compressor helene-1.')
}

const listRow = ({ accountId, kind, apiAccess, compaction, createdAt }: Account) => ({
  account: accountId,
  kind,
  'API access': apiAccess ? 'yes' : 'no',
  compaction: compaction.mode,
  created: createdAt.slice(0, 10),
})

const wideListRow = (account: Account) => ({
  ...listRow(account),
  entitlements: account.entitlements.join(',') || 'none',
  'requests per minute': account.limits.requestsPerMinute ?? 'no limit',
  'input tokens per minute': account.limits.tokensPerMinute ?? 'no limit',
  compressor: account.compaction.compressor,
  created: account.createdAt,
})

/** Nobody has made them: what they are stands below the list. */
const personalNote = 'personal: a person’s own account, for their command line. It has no keys.'

const listText = (accounts: readonly Account[], isWide: boolean): string => {
  const rows = accounts.map(isWide ? wideListRow : listRow)
  const room = isWide ? undefined : terminalWidth
  const text = table(rows, 'There are no accounts. "account create" makes one.', room, ['account'])
  return accounts.some(({ kind }) => kind === 'personal') ? `${text}\n\n${personalNote}` : text
}

export const accountCommands: readonly Command[] = [
  {
    words: ['account', 'create'],
    argument: 'NAME',
    does: 'Makes an account. It may use nothing until its API access is enabled.',
    options: { kind: accountKinds.join('|'), confirm: 'NAME' },
    required: ['kind'],
    explains: `--confirm takes the name of an account that was deleted: its ledger stays, and is from then on the new account's.`,
    async run(argument, { kind = '', confirm }, desk) {
      const { accounts, random32, now } = desk
      if (confirm !== undefined) refuseAnotherName(argument, confirm)
      const account = newAccount(nameFrom(argument), oneOf(kind, accountKinds, 'kind'), random32(), now)
      if (account.kind === 'organization' && isPersonalAccountId(account.accountId))
        throw new Refused('Names of this shape are those of people’s own accounts. Choose another one.')
      if (confirm === undefined) await refuseNameWithLedger(account.accountId, desk)
      if (!(await accounts.put(account))) throw new Refused(`The account "${account.accountId}" already exists.`)
      await note(desk, account.accountId, 'account-created', `${account.accountId} (${account.kind})`)
      return shown(account)
    },
  },
  {
    words: ['account', 'list'],
    does: 'Lists all accounts.',
    options: {},
    flags: ['wide'],
    async run(_argument, { wide }, desk) {
      const found = await accountsNamed(await desk.months.accounts(), desk)
      const accounts = found.flatMap(({ account }) => account ?? [])
      return withNote({ json: accounts.map(viewOf), text: listText(accounts, wide !== undefined) }, faultsText(found))
    },
  },
  {
    words: ['account', 'disable'],
    argument: 'NAME',
    does: 'Switches API access off: no key of the account works from then on. "account enable-api" switches it on again.',
    options: {},
    async run(argument, _given, desk) {
      return changed(await accountNamed(argument, desk), { apiAccess: false }, desk)
    },
  },
  {
    words: ['account', 'delete'],
    argument: 'NAME',
    does: 'Deletes an account whose API access is off: revokes its keys, removes its members and withdraws its invitations. Its ledger stays.',
    options: { confirm: 'NAME' },
    required: ['confirm'],
    async run(argument, { confirm }, desk) {
      refuseAnotherName(argument, confirm)
      return deleteAccount(await accountNamed(argument, desk), desk)
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
      prices: 'MODEL=DOLLARS,…',
      'file-reads': fileReadRules.join('|'),
      observations: observationRules.join('|'),
      'server-results': `${serverKinds.join(',')} ('': none)`,
    },
    explains: `--compaction arrival shortens text before the model reads it for the first time; the other modes let it read everything once.
--rate is for helene-1: the share of tokens to remove, 0 to 1. --prices are US dollars per million input tokens, by the beginning of
a model's name, for figures in money. A change takes effect within a minute; on one machine within a second.`,
    async run(argument, given, desk) {
      const changes = changesFrom(given)
      if (Object.keys(changes).length === 0) throw new UsageFault('Nothing to set: give at least one option.')
      const account = await accountNamed(argument, desk)
      refuseIdleRate(changes, account)
      return changed(account, changes, desk)
    },
  },
]
