// What each place tells of the receipts that were played: the dashboard's API, the operator's commands, the command line, metrics. All of
// them over the same sums and the same ledger, in memory.

import { randomBytes } from 'node:crypto'
import { ledgerCommands } from '../../../bin/operator/commands/ledger.ts'
import { savingsCommands } from '../../../bin/operator/commands/savings.ts'
import type { Desk } from '../../../bin/operator/desk/desk.ts'
import { runCommand } from '../../../cli/run-command.ts'
import type { Account } from '../../../core/access/account.ts'
import { newServiceKey } from '../../../core/access/keys/issue.ts'
import { newToken } from '../../../core/access/keys/token.ts'
import type { Receipt } from '../../../core/ledger/receipt.ts'
import { newSession } from '../../../core/people/browser-session.ts'
import { cliWorld } from '../../../testkit/cli-world.ts'
import { memoryAccounts } from '../../../testkit/memory/accounts.ts'
import { dashboardInMemory, dashboardUrl, documentOf } from '../../../testkit/memory/dashboard.ts'
import { fetchOver } from '../../../testkit/memory/dashboard-fetch.ts'
import { memoryKeys } from '../../../testkit/memory/keys.ts'
import { memoryLedger } from '../../../testkit/memory/ledger.ts'
import type { MemorySavings } from '../../../testkit/memory/savings.ts'
import { memorySavings } from '../../../testkit/memory/savings.ts'
import { memoryDesk } from '../../bin/operator/memory-desk.ts'
import { accountIds, type Played } from './receipts.ts'

export type Document = ReturnType<typeof JSON.parse>
export type Prices = Readonly<Record<string, number>>

/** A file as a spreadsheet reads it (RFC 4180, behind the mark of its letters), rows by column; numbers as numbers. */
export const rowsOfCsv = (text: string): readonly Readonly<Record<string, string | number>>[] => {
  const lines: string[][] = [[]]
  for (const [, quoted, plain = '', end] of text
    .replace(/^\ufeff/, '')
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end !== ',') lines.push([])
  }
  const [columns = [], ...rows] = lines.slice(0, -1)
  const valueIn = (cell: string): string | number => (/^-?\d+(\.\d+)?$/.test(cell) ? Number(cell) : cell)
  return rows.map((row) => Object.fromEntries(row.map((cell, index) => [columns[index] ?? '', valueIn(cell)])))
}

/** The dashboard of the account `acme`, as a viewer asks it, and the command line of one who has a token. */
export const openDashboard = async ({ receipts, now }: Played, items: MemorySavings, prices: Prices) => {
  const world = await dashboardInMemory({ savings: memorySavings(items) }, receipts)
  const { ports, personIds, accounts, keys } = world
  const account = accounts.get('acme')
  if (account === undefined) throw new Error('There is no account.')
  accounts.set('acme', { ...account, prices })
  await ports.browserSessions.start(newSession('cookie', personIds.viewer, now - 60_000))
  const token = newToken('acme', { personId: personIds.developer, device: 'laptop' }, randomBytes(32), now - 60_000)
  keys.set(token.key.keyHash, token.key)
  const ask = async (path: string, query: Record<string, string> = {}) => {
    const cookies = ['__Host-session=cookie']
    const answer = await world.ask({
      path: `/api/accounts/acme${path}`,
      query: new URLSearchParams(query),
      cookies,
      now,
    })
    if (answer.status !== 200) throw new Error(`${path} ${JSON.stringify(query)}: ${answer.status} ${answer.body}`)
    return answer
  }
  const pages = async <Entry>(path: string, query: Record<string, string>, entriesOf: (page: Document) => Entry[]) => {
    const entries: Entry[] = []
    let cursor: string | undefined
    do {
      const page = documentOf(await ask(path, { ...query, ...(cursor === undefined ? {} : { cursor }) }))
      entries.push(...entriesOf(page))
      cursor = page.next
    } while (cursor !== undefined)
    return entries
  }
  const commandLine = async (zone: string, ...words: string[]): Promise<string> => {
    const environment = { COMPACTION_URL: dashboardUrl, COMPACTION_TOKEN: token.secret }
    const machine = cliWorld({ environment, fetch: fetchOver(world, () => now), now: () => now, timeZone: () => zone })
    try {
      if ((await runCommand(words, machine)) !== 0) throw new Error(machine.printed.err)
      return machine.printed.out
    } finally {
      machine.close()
    }
  }
  return {
    document: async (path: string, query?: Record<string, string>): Promise<Document> =>
      documentOf(await ask(path, query)),
    file: async (path: string, query?: Record<string, string>) => rowsOfCsv(String((await ask(path, query)).body)),
    pages,
    commandLine,
  }
}

const operatorAccount = (accountId: string, prices: Prices): Account => ({
  accountId,
  kind: 'organization',
  apiAccess: true,
  entitlements: ['proxy'],
  limits: {},
  compaction: { mode: 'repeated', compressor: 'adeline-1' },
  createdAt: '2026-01-01T00:00:00.000Z',
  chainSecret: randomBytes(32).toString('hex'),
  prices,
})

/** Of an account: `other` says none. */
export const pricesOf = (accountId: string, prices: Prices): Prices => (accountId === 'acme' ? prices : {})

/** The operator's commands over the same tables. */
export const openOperator = ({ receipts, now }: Played, items: MemorySavings, prices: Prices) => {
  const ledger = memoryLedger(new Map(receipts.map((receipt) => [receipt.exchangeId, receipt])))
  const accounts = accountIds.map((accountId) => operatorAccount(accountId, pricesOf(accountId, prices)))
  const keys = new Map(
    accountIds.map((accountId) => newServiceKey(accountId, randomBytes(32), now).key).map((key) => [key.keyHash, key]),
  )
  const newestFirst = (all: readonly Receipt[], limit: number, before = '~') => {
    const found = all.filter(({ exchangeId }) => exchangeId < before).toReversed()
    const last = found[limit - 1]
    return { receipts: found.slice(0, limit), ...(found.length > limit && last ? { next: last.exchangeId } : {}) }
  }
  const desk: Desk = {
    ...memoryDesk(),
    accounts: memoryAccounts(new Map(accounts.map((account) => [account.accountId, account]))),
    keys: memoryKeys(keys),
    ledger,
    months: {
      accounts: async () => accountIds,
      owners: async () => accountIds,
      pages: async function* (accountId, month) {
        yield await ledger.month(accountId, month)
      },
    },
    pages: {
      month: async (accountId, month, limit, before) =>
        newestFirst(await ledger.month(accountId, month), limit, before),
      session: async (accountId, id, limit, before) => newestFirst(await ledger.session(accountId, id), limit, before),
    },
    savings: memorySavings(items),
    storeClock: async () => now,
    now,
  }
  return (words: string, argument: string, given: Readonly<Record<string, string>> = {}) => {
    const command = [...savingsCommands, ...ledgerCommands].find((one) => one.words.join(' ') === words)
    if (command === undefined) throw new Error(`There is no command "${words}".`)
    return command.run(argument, given, desk)
  }
}
