// What a branch that has rested learns from the one that was in use last.

import { expect, it } from 'vitest'
import { cachePricesOf } from '../../../../core/caches/rows.ts'
import { recognise } from '../../../../core/chain/recognise/recognise.ts'
import { encodeState } from '../../../../core/chain/record/codec.ts'
import { rememberedChains } from '../../../../core/chain/record/remembered-chains.ts'
import { type SegmentState, unasked } from '../../../../core/chain/record/state.ts'
import type { StoredRecord } from '../../../../core/chain/record/store.ts'
import { dialects } from '../../../../core/dialects/registry.ts'
import { PackedSpans } from '../../../../core/text/spans.ts'
import { memoryChains } from '../../../../testkit/memory/chains.ts'
import { read } from '../../dialects/reading.ts'
import { secretOf } from '../conversations.ts'
import { chainState } from '../states.ts'

const now = 1_000_000_000
const minute = 60_000
const prices = cachePricesOf(dialects.messages.provider.prices, 'claude-opus-5', false)

const called = (id: string, result: string) => [
  { role: 'assistant', content: [{ type: 'tool_use', id, name: 'lookup', input: {} }] },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: result }] },
]

const messages = [
  { role: 'user', content: 'go' },
  ...called('t1', 'the same result'),
  ...called('t2', 'the same result'),
  ...called('t3', 'another one'),
]
const transcript = read(dialects.messages, JSON.stringify({ model: 'm', messages }))
const results = transcript.segments.flatMap(({ text }, index) => (text === 'the same result' ? [index] : []))

/** The conversation after a pause, while another branch was used and had shortened the first of the results, or nothing. */
const usedElsewhere = async ({
  pauseMs,
  keptForMs,
  isShortened = true,
  isOfAnother = false,
  isTextOfAnother = isOfAnother,
  isRepeated = false,
  isDecided = false,
}: Record<'pauseMs' | 'keptForMs', number> & {
  isShortened?: boolean
  isOfAnother?: boolean
  isTextOfAnother?: boolean
  isRepeated?: boolean
  isDecided?: boolean
}) => {
  const records = new Map<string, StoredRecord>()
  const store = memoryChains(records)
  const ask = () =>
    recognise({
      transcript,
      secret: secretOf(7),
      cache: 'm api.example',
      prices,
      chains: rememberedChains(store),
      mayRepeat: false,
      now,
    })
  const chain = await ask()
  const [found] = chain?.heads.earlier ?? []
  if (chain === undefined || found === undefined) throw new Error('The conversation has no turn before.')
  const digest = chain.textDigest('the same result')
  const shorter: SegmentState = {
    ...unasked,
    textDigest: digest,
    representation: 'lossy',
    decision: {
      kind: 'shorter',
      kept: PackedSpans.of([[0, 3]]),
      tokensSaved: 2,
      ...(isRepeated ? { because: 'repeated' } : {}),
    },
  }
  const decidedHere = { kind: 'shorter', kept: PackedSpans.of([[0, 9]]), tokensSaved: 1 } as const
  const all = transcript.segments
    .slice(0, found.segments)
    .map(() => (isDecided ? { ...unasked, textDigest: digest, decision: decidedHere } : unasked))
  const lastSentAt = now - pauseMs
  const coldAt = lastSentAt + keptForMs
  const end = { turn: found.turn, upTo: '', surelyUntil: 1, possiblyUntil: coldAt, asSent: true, longEnough: true }
  records.set(found.key, { state: encodeState(chainState({ segments: all, cachedEnds: [end] })), lastSentAt, coldAt })
  const there = isTextOfAnother ? { ...shorter, textDigest: digest + 1 } : shorter
  const told = all.map((one, index) => (index === results[0] ? there : one))
  const cachedEnds = isOfAnother ? [{ ...end, turn: 2, upTo: 'another' }] : []
  const other = chainState({ segments: told, cachedEnds })
  records.set('other', { state: encodeState(other), lastSentAt: now, coldAt: now + minute })
  const used = { usedAt: now - minute, coldAt: now + minute, usedBy: 'other', shortened: isShortened ? [digest] : [] }
  await store.note(chain.heads.conversation, used)
  return (await ask())?.known
}

it('shortens what the other has shortened where it stands, and not what reads the same elsewhere', async () => {
  const known = await usedElsewhere({ pauseMs: 60 * minute, keptForMs: 10 * minute })
  expect(known?.inUse).toBe(true)
  expect(results.map((index) => known?.state.segments[index]?.representation)).toEqual(['lossy', 'lossless'])
})

it('writes over what a first attempt has left, where it sends it as the other did and not as that', async () => {
  const pause = { pauseMs: 8 * minute, keptForMs: 10 * minute }
  const [asOther, asBefore] = [await usedElsewhere(pause), await usedElsewhere({ ...pause, isShortened: false })]
  expect([asOther?.inUse, asOther?.restingSince]).toEqual([true, now - 8 * minute])
  expect([asBefore?.inUse, asBefore?.restingSince]).toEqual([true, undefined])
})

it('sends it as it was where the other is of another history, and has sent what both have in the same form', async () => {
  const pause = { pauseMs: 8 * minute, keptForMs: 10 * minute }
  const known = await usedElsewhere({ ...pause, isOfAnother: true })
  expect([known?.inUse, known?.asOthers, known?.restingSince]).toEqual([true, undefined, undefined])
  expect(results.map((index) => known?.state.segments[index]?.representation)).toEqual(['lossless', 'lossless'])
  expect((await usedElsewhere(pause))?.asOthers).toBe(true)
})

it('shortens what both have before the first text that differs, also in a turn that is another behind it', async () => {
  const pause = { pauseMs: 8 * minute, keptForMs: 10 * minute, isOfAnother: true, isTextOfAnother: false }
  const known = await usedElsewhere(pause)
  expect(known?.asOthers).toBe(true)
  expect(results.map((index) => known?.state.segments[index]?.representation)).toEqual(['lossy', 'lossless'])
})

it('knows that a text cannot go here as the other has sent it: what it was repeated by stands there alone', async () => {
  const rested = { pauseMs: 60 * minute, keptForMs: 10 * minute }
  const known = await usedElsewhere({ ...rested, isRepeated: true })
  expect(results.map((index) => known?.state.segments[index]?.representation)).toEqual(['lossless', 'lossless'])
  expect([known?.inUse, known?.asOthers]).toEqual([true, true])
  expect((await usedElsewhere({ ...rested, isShortened: false }))?.asOthers).toBeUndefined()
})

it('shortens as the other did also what it would shorten otherwise, because that is what may be kept', async () => {
  const rested = { pauseMs: 60 * minute, keptForMs: 10 * minute, isDecided: true }
  const keptIn = (known: Awaited<ReturnType<typeof usedElsewhere>>): unknown[] =>
    results.map((index) => {
      const { decision } = known?.state.segments[index] ?? unasked
      return decision.kind === 'shorter' ? [...decision.kept] : undefined
    })
  expect(keptIn(await usedElsewhere(rested))).toEqual([[[0, 3]], [[0, 9]]])
  expect(keptIn(await usedElsewhere({ ...rested, isRepeated: true }))).toEqual([[[0, 9]], [[0, 9]]])
})
