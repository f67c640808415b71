// What receipts say where answers have come that nobody here has seen: their requests went past the service, or to another region.

import { describe, expect, it } from 'vitest'
import { rememberedChains } from '../../../core/chain/record/remembered-chains.ts'
import type { Receipt } from '../../../core/ledger/receipt.ts'
import { memoryChains } from '../../../testkit/memory/chains.ts'
import { noon, received, serviceInMemory, upstreamAnswer } from '../../../testkit/memory/service-in-memory.ts'
import { messages } from '../exchange/exchanging.ts'

const minute = 60_000

/** What a call gives, with blanks, which go before it is sent for the first time. */
const recordOf = (call: number): string =>
  JSON.stringify(
    Array.from({ length: 1_500 }, (_, number) => ({ number: 10_000 * (call + 1) + number, state: 'open' })),
    undefined,
    2,
  )

const marker = { cache_control: { type: 'ephemeral' } }

interface Sent {
  readonly calls: number
  /** The provider reads all that stands before this call, and writes the rest; absent: it writes all. Or it caches nothing. */
  readonly read?: number
  readonly uncached?: boolean
  readonly system?: string
  /** From this call on all are of one answer, which says its word before the first of them. */
  readonly oneAnswerFrom?: number
  /** Its answers are calls alone. */
  readonly silent?: boolean
  /** Each answer makes so many calls, and each call and each result is a message of its own. */
  readonly apart?: number
  /** How many calls the answer makes, where it says so. */
  readonly makes?: number
}

/** The last result is marked. */
const bodyOf = ({ calls, system = 'You help.', oneAnswerFrom = calls, silent = false, apart = 1 }: Sent): string => {
  const callOf = (number: number) => ({
    role: 'assistant',
    content: [
      ...(silent || number > oneAnswerFrom ? [] : [{ type: 'text', text: `look up ${number}` }]),
      { type: 'tool_use', id: `t${number}`, name: 'lookup', input: { number } },
    ],
  })
  const resultOf = (number: number) => ({
    role: 'user',
    content: [
      {
        type: 'tool_result',
        tool_use_id: `t${number}`,
        content: recordOf(number),
        ...(number === calls - 1 ? marker : {}),
      },
    ],
  })
  const turns = Array.from({ length: calls / apart }, (_, answer) => {
    const numbers = Array.from({ length: apart }, (_one, at) => answer * apart + at)
    return [...numbers.map(callOf), ...numbers.map(resultOf)]
  })
  return JSON.stringify({
    model: 'claude-sonnet-4-5',
    system,
    messages: [{ role: 'user', content: 'go' }, ...turns.flat()],
  })
}

const tokensOf = (text: string): number => Math.round(text.length / 4)

/** Tokens of what stands before a call. */
const tokensBefore = (body: string, call: number): number => tokensOf(body.slice(0, body.indexOf(`"id":"t${call}"`)))

const usageOf = (body: string, { read, uncached = false }: Sent) => {
  const all = tokensOf(body)
  const readTokens = read === undefined ? 0 : tokensBefore(body, read)
  return {
    input_tokens: uncached ? all : 0,
    cache_read_input_tokens: readTokens,
    cache_creation_input_tokens: uncached ? 0 : all - readTokens,
    output_tokens: 1,
  }
}

const answerOf = (body: string, sent: Sent): object => ({
  ...(sent.makes === undefined ? {} : { content: Array.from({ length: sent.makes }, () => ({ type: 'tool_use' })) }),
  usage: usageOf(body, sent),
})

/** A client, and what its receipts say; `before`: what stands before the newest call, as it was forwarded. */
const client = () => {
  const clock = { now: noon }
  let now: Sent = { calls: 0 }
  let number = 0
  const service = serviceInMemory({
    ports: { chains: rememberedChains(memoryChains()), now: () => clock.now },
    upstream: ({ body }) => upstreamAnswer(200, [JSON.stringify(answerOf(String(body), now))]),
  })
  return async (sent: Sent, after = 10_000): Promise<Receipt & { readonly before: number }> => {
    clock.now += after
    now = sent
    number += 1
    const id = `01KAGFZ${String(number).padStart(19, '0')}`
    await received(await messages(service, { id, body: bodyOf(sent), receivedAt: clock.now }))
    const receipt = [...service.receipts.values()].find(({ exchangeId }) => exchangeId === id)
    if (receipt === undefined) throw new Error('There is no receipt.')
    return { ...receipt, before: tokensBefore(String(service.sent.at(-1)?.body), sent.calls - 1) }
  }
}

const netOf = ({ effectiveTokensBefore = 0, effectiveTokensAfter = 0 }: Receipt): number =>
  effectiveTokensBefore - effectiveTokensAfter

describe('a client that comes back while what it has sent elsewhere is surely cached', () => {
  it('has paid for a rewrite, where its provider reads less than that', async () => {
    const sends = client()
    await sends({ calls: 2 })
    const receipt = await sends({ calls: 5 })
    expect(receipt.estimated).toBe(false)
    expect(receipt.cacheRewriteTokens / receipt.before).toBeCloseTo(1, 2)
    expect(netOf(receipt)).toBeLessThan(0)
  })

  it('has paid for it too where so many answers are unseen that its history goes as it came', async () => {
    const sends = client()
    await sends({ calls: 2 })
    const receipt = await sends({ calls: 10 })
    expect(receipt.estimated).toBe(false)
    expect(receipt.cacheRewriteTokens / receipt.before).toBeCloseTo(1, 1)
  })

  it('has paid for none where all of it is read', async () => {
    const sends = client()
    await sends({ calls: 2 })
    expect(await sends({ calls: 5, read: 4 })).toMatchObject({ cacheRewriteTokens: 0, estimated: false })
  })

  it('has paid for none, and gets no estimate, where it puts the calls of one answer beside their results', async () => {
    const sends = client()
    await sends({ calls: 2 })
    const receipt = await sends({ calls: 5, read: 2, oneAnswerFrom: 2 })
    expect(receipt).toMatchObject({ cacheRewriteTokens: 0, estimated: false })
  })

  it('has paid for none where its system text is new, which would have been read by nobody', async () => {
    const sends = client()
    await sends({ calls: 2 })
    expect(await sends({ calls: 5, system: 'You plan.' })).toMatchObject({ cacheRewriteTokens: 0, estimated: false })
  })

  it('has paid for none where its provider has never been seen to cache it', async () => {
    const sends = client()
    await sends({ calls: 2, uncached: true })
    expect(await sends({ calls: 10, uncached: true })).toMatchObject({ cacheRewriteTokens: 0, estimated: false })
  })
})

describe('a client whose answers are calls alone', () => {
  it('has paid for a rewrite, where each is known to have been one call', async () => {
    const sends = client()
    await sends({ calls: 2, silent: true, makes: 1 })
    const receipt = await sends({ calls: 5, silent: true })
    expect(receipt.estimated).toBe(false)
    expect(receipt.cacheRewriteTokens / receipt.before).toBeCloseTo(1, 2)
    expect(netOf(receipt)).toBeLessThan(0)
  })

  it('has paid for it too where each is several calls in a row', async () => {
    const sends = client()
    await sends({ calls: 2, silent: true, apart: 2 })
    const receipt = await sends({ calls: 10, silent: true, apart: 2 })
    expect(receipt.estimated).toBe(false)
    expect(receipt.cacheRewriteTokens / receipt.before).toBeGreaterThan(0.8)
  })

  it('has paid for it too where one answer was a word without a call', async () => {
    const sends = client()
    await sends({ calls: 1, silent: true, makes: 1 })
    await sends({ calls: 2, silent: true, read: 1, makes: 0 })
    const receipt = await sends({ calls: 5, silent: true })
    expect(receipt.cacheRewriteTokens / receipt.before).toBeCloseTo(1, 2)
  })

  it.each([
    ['the last answer does not tell how many calls it makes', [1, undefined]],
    ['an answer before it does not tell', [undefined, 1]],
    ['none has made a call yet', [0, 0]],
    ['the last answer was of several', [1, 3]],
    ['another answer was of several', [3, 1]],
  ] as const)('has paid for none, and gets no estimate, where they may be of one answer: %s', async (_which, made) => {
    const sends = client()
    await sends({ calls: 1, silent: true, ...(made[0] === undefined ? {} : { makes: made[0] }) })
    await sends({ calls: 2, silent: true, read: 1, ...(made[1] === undefined ? {} : { makes: made[1] }) })
    const receipt = await sends({ calls: 5, silent: true, read: 2 })
    expect(receipt).toMatchObject({ cacheRewriteTokens: 0, estimated: false })
  })
})

describe('a client of which nobody can tell whether its provider still held what it has sent elsewhere', () => {
  const back = async (sent: Sent, after: number) => {
    const sends = client()
    // What came before is sent as it came: nobody knows its history.
    const { tokensSaved } = await sends({ calls: 2 })
    return { receipt: await sends(sent, after), savedOfNewest: tokensSaved }
  }

  it.each([
    ['after a longer pause than an entry lives', { calls: 5 }, 6 * minute],
    ['behind one answer alone, which may have been seen behind another history', { calls: 4, read: 2 }, 10_000],
  ])('gets an estimate %s: what has gone counts as read', async (_when, sent, after) => {
    const { receipt, savedOfNewest } = await back(sent, after)
    expect(receipt).toMatchObject({ cacheRewriteTokens: 0, estimated: true })
    const { tokensSaved } = receipt
    expect(tokensSaved).toBeGreaterThan(savedOfNewest)
    expect(netOf(receipt)).toBeCloseTo(0.1 * (tokensSaved - savedOfNewest) + 1.25 * savedOfNewest, 0)
  })

  it('gets none where all of it is read', async () => {
    expect((await back({ calls: 5, read: 4 }, 6 * minute)).receipt.estimated).toBe(false)
  })
})
