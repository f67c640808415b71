// The table of sums of an account with a million receipts and a hundred thousand sessions, generated as it is asked for. It
// speaks DynamoDB's protocol and takes next to no time of its own, so that what is measured is what stands before a table.

import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import * as z from 'zod'
import { accountMonth } from '../../adapters/dynamo/ledger/ledger-keys.ts'
import { partItem } from '../../adapters/dynamo/ledger/savings-items.ts'
import { wireItem } from '../../adapters/dynamo/wire.ts'
import type { Receipt } from '../../core/ledger/receipt.ts'
import { emptyPart, type SavingsPart, withReceipt } from '../../core/savings/fold.ts'
import { halfHoursOwner, sessionKey } from '../../core/savings/parts.ts'
import { itemSize } from '../../testkit/item-size.ts'
import { listen } from '../../testkit/listen.ts'

export const accountId = 'acme'
export const sessions = 100_000
export const receipts = 1_000_000

const halfHour = 1_800_000
const minute = 60_000
/** DynamoDB's limit of a page. */
const pageBytes = 1_048_576

export interface GeneratedSums {
  readonly endpoint: string
  /** What was asked since the last time, and how much was read, as DynamoDB counts it. */
  taken(): { readonly calls: number; readonly bytes: number }
  close(): Promise<unknown>
}

const question = z.object({
  IndexName: z.string().optional(),
  Limit: z.number().optional(),
  ExpressionAttributeValues: z.record(z.string(), z.object({ S: z.string() })).default({}),
  RequestItems: z
    .record(z.string(), z.object({ Keys: z.array(z.object({ owner: z.object({ S: z.string() }) })) }))
    .default({}),
})
type Question = z.infer<typeof question>

/** A receipt of the account, of which one part is made. */
const receipt = (receivedAt: string, more: Partial<Receipt> = {}): Receipt => ({
  ...{ exchangeId: '01KAFRAJ5E5P6Z4N7ABCDEFGHJ', accountId, keyId: 'acme.0b9f4a52', route: 'messages', receivedAt },
  ...{ provider: 'anthropic', model: 'claude-sonnet-5', compactionMode: 'repeated', status: 200 },
  ...{ tokensBefore: 91_234, tokensAfter: 71_234, tokensSaved: 20_000, tokensObserved: 0, cacheRewriteTokens: 0 },
  ...{ effectiveTokensBefore: 12_345.67, effectiveTokensAfter: 10_234.56, estimated: false, millisecondsPerStep: {} },
  ...{ segmentsCompacted: 3, outcome: 'compacted' },
  ...more,
})

const withMarks = (part: SavingsPart): SavingsPart => ({
  ...part,
  folded: { 'shardId-00000001763760000000-0b9f4a52': { sequence: '9'.repeat(40), at: 1_795_300_000 } },
})

/** Every half hour of a month up to `now`, with its share of the receipts. */
const halfHoursOf = (month: string, now: number): readonly SavingsPart[] => {
  const parts: SavingsPart[] = []
  for (let at = Date.parse(`${month}-01T00:00:00Z`); at < now; at += halfHour) {
    const moment = new Date(at).toISOString()
    if (!moment.startsWith(month)) break
    const part = `${moment.slice(8, 14)}${moment.slice(14, 16)}`
    parts.push(withMarks(withReceipt(emptyPart({ owner: halfHoursOwner(accountId, month), part }), receipt(moment))))
  }
  return parts
}

const idOf = (number: number): string => `0b9f4a52-7a3c-4c0d-8a5e-${String(number).padStart(12, '0')}`

/** Session 0 is the newest; each is a minute older than the one before. */
const session = (number: number, now: number): SavingsPart => {
  const at = new Date(now - number * minute).toISOString()
  const own = receipt(at, { sessionId: idOf(number), client: 'claude-code' })
  return withMarks(withReceipt(emptyPart(sessionKey(accountId, idOf(number))), own))
}

type Items = readonly Readonly<Record<string, unknown>>[]

/** The items that are asked for, and how they are sent. */
interface Found {
  readonly items: Items
  readonly sent: (marshalled: readonly unknown[]) => unknown
}

const found = (asked: Question, now: number): Found => {
  const { ExpressionAttributeValues: values, RequestItems } = asked
  const [keys] = Object.values(RequestItems)
  if (keys !== undefined) {
    const items = keys.Keys.map(({ owner }) => partItem(session(Number(owner.S.slice(-12)), now), 1))
    return { items, sent: (all) => ({ Responses: { [Object.keys(RequestItems)[0] ?? '']: all } }) }
  }
  if (asked.IndexName !== undefined) {
    const month = values[':month']?.S.slice(-7) ?? ''
    const before = values[':before']?.S ?? '~'
    const items: Record<string, unknown>[] = []
    // The newest that is asked for, from its time of ten minutes.
    const from =
      before === '~' ? 0 : Math.max(0, Math.floor((now - Date.parse(`${before.slice(0, 15)}9:59Z`)) / minute))
    for (let number = from; number < sessions && items.length < (asked.Limit ?? 100); number += 1) {
      const { owner, part, accountMonth: own, recency } = partItem(session(number, now), 1)
      if (own === accountMonth(accountId, month) && String(recency) < before)
        items.push({ owner, part, accountMonth: own, recency })
      else if (items.length > 0) break
    }
    return { items, sent: (all) => ({ Items: all }) }
  }
  const owner = values[':owner']?.S ?? ''
  const [, month = ''] = owner.split('#')
  const [low, high] = [values[':from']?.S ?? '0', values[':to']?.S ?? '~']
  const parts = halfHoursOf(month, now).filter(({ part }) => part >= low && part <= high)
  return { items: parts.map((part) => partItem(part, 1)), sent: (all) => ({ Items: all }) }
}

/** `now` in milliseconds since the epoch. */
export const openGeneratedSums = async (now: number): Promise<GeneratedSums> => {
  let [calls, bytes] = [0, 0]
  const known = new Map<string, { readonly answer: string; readonly size: number }>()
  // Made once: a table would have it ready.
  const made = (body: string) => {
    const before = known.get(body)
    if (before !== undefined) return before
    const { items, sent } = found(question.parse(JSON.parse(body)), now)
    const answer = JSON.stringify(sent(items.map((item) => wireItem(item))))
    const size = items.reduce((sum, item) => sum + itemSize(item), 0)
    if (size > pageBytes) throw new Error('A page is larger than DynamoDB would send.')
    known.set(body, { answer, size })
    return { answer, size }
  }
  const server = createServer(async (request, response) => {
    const { answer, size } = made(await text(request))
    calls += 1
    bytes += size
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end(answer)
  })
  const { origin, close } = await listen(server)
  return {
    endpoint: origin,
    taken() {
      const taken = { calls, bytes }
      calls = 0
      bytes = 0
      return taken
    },
    close,
  }
}
