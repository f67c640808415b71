// What is remembered of a conversation whose client has changed history: what was decided of a text holds wherever that text still
// stands, and nothing counts as cached behind the first change.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Head, headsOf, shortDigest } from '../../core/chain/identity/identity.ts'
import { textDigestOf } from '../../core/chain/identity/text-digest.ts'
import { afterChange } from '../../core/chain/recognise/changed-history.ts'
import { decodeState, encodeState } from '../../core/chain/record/codec.ts'
import type { ChainState, SegmentState } from '../../core/chain/record/state.ts'
import { dialects } from '../../core/dialects/registry.ts'
import { PackedSpans } from '../../core/text/spans.ts'
import type { Transcript } from '../../core/transcript/transcript.ts'
import { processorTime } from '../../testkit/colliding.ts'
import { secretOf } from '../core/chain/conversations.ts'
import { chainState } from '../core/chain/states.ts'
import { read } from '../core/dialects/reading.ts'

const textDigest = textDigestOf(secretOf(7))
/** Nobody thinks here. */
const saidUpTo = (): string => ''
const shownUpTo = (): undefined => undefined

interface Turn {
  readonly id: number
  readonly result: string
  readonly remark?: string
}

const transcriptOf = (turns: readonly Turn[]): Transcript =>
  read(
    dialects.messages,
    JSON.stringify({
      messages: [
        { role: 'user', content: 'go' },
        ...turns.flatMap(({ id, result, remark }) => [
          { role: 'assistant', content: [{ type: 'tool_use', id: `t${id}`, name: 'lookup', input: {} }] },
          {
            role: 'user',
            content: [
              { type: 'tool_result', tool_use_id: `t${id}`, content: result },
              ...(remark === undefined ? [] : [{ type: 'text', text: remark }]),
            ],
          },
        ]),
      ],
    }),
  )

const headsIn = (turns: readonly Turn[]): readonly Head[] => {
  const heads = headsOf(transcriptOf(turns), secretOf(7), 'm api.example')
  return heads === undefined ? [] : [heads.own, ...heads.earlier]
}

const stateOf = (text: string, representation: SegmentState['representation']): SegmentState => ({
  representation,
  decision: { kind: 'shorter', kept: [[0, 1]], tokensSaved: text.length },
  textDigest: textDigest(text),
})

/** Every turn's end is cached. */
const endsOf = (heads: ReturnType<typeof headsIn>): ChainState['cachedEnds'] =>
  heads
    .map(({ turn, digest }) => ({
      turn,
      upTo: shortDigest(digest),
      surelyUntil: 2_000,
      possiblyUntil: 2_000,
      asSent: true,
      longEnough: true,
    }))
    .reverse()

/** The record of a request: every result is decided, and every turn's end is cached. */
const recordOf = (turns: readonly Turn[], lossy: readonly boolean[]): ChainState => {
  const heads = headsIn(turns)
  return chainState({
    upTo: shortDigest(heads[0]?.digest ?? ''),
    segments: turns.map(({ result }, index) => stateOf(result, lossy[index] === true ? 'lossy' : 'lossless')),
    cachedEnds: endsOf(heads),
    counts: heads.map(({ turn }) => ({ turn, characters: 100 * turn, tokens: 10 * turn })).reverse(),
  })
}

const cleared = '[Old tool result content cleared]'

type Edit =
  | { readonly what: 'clear'; readonly before: number }
  | { readonly what: 'cut'; readonly before: number }
  | { readonly what: 'remark'; readonly at: number }

const edited = (turns: readonly Turn[], edit: Edit): readonly Turn[] => {
  if (edit.what === 'cut') return turns.slice(edit.before)
  if (edit.what === 'clear')
    return turns.map((turn, index) => (index < edit.before ? { ...turn, result: cleared } : turn))
  const { at } = edit
  return turns.map((turn, index) => (index === at ? { ...turn, remark: 'remember' } : turn))
}

const arbitraryTurns = fc
  .array(fc.tuple(fc.string({ maxLength: 6 }), fc.boolean()), { minLength: 6, maxLength: 30 })
  .map((made) => ({
    turns: made.map(([text], id): Turn => ({ id, result: `result ${id % 9} ${text}` })),
    lossy: made.map(([, isLossy]) => isLossy),
  }))
const arbitraryEdit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ what: fc.constant('clear' as const), before: fc.nat(20) }),
  fc.record({ what: fc.constant('cut' as const), before: fc.nat(20) }),
  fc.record({ what: fc.constant('remark' as const), at: fc.nat(29) }),
)

/** What the record of `turns` says of the same conversation after these edits; `undefined`: it is not found. */
const rememberedOf = (turns: readonly Turn[], lossy: readonly boolean[], edits: readonly Edit[]) => {
  const now = edits.reduce(edited, turns)
  const key = headsIn(turns)[0]?.key
  const heads = headsIn([...now, { id: 99, result: 'new' }])
  const found = heads.find((head) => head.key === key)
  if (found === undefined) return undefined
  const stored = decodeState(encodeState(recordOf(turns, lossy)))
  const transcript = transcriptOf([...now, { id: 99, result: 'new' }])
  const state = afterChange(stored, {
    transcript,
    heads,
    found,
    root: found,
    textDigest,
    saidUpTo,
    shownUpTo,
    coldAt: 2_000,
  })
  return { now, found, stored, state }
}

describe('a conversation whose client has changed history', () => {
  it('is found again, and what was decided of a text holds wherever it still stands', () => {
    let foundAgain = 0
    fc.assert(
      fc.property(
        arbitraryTurns,
        fc.array(arbitraryEdit, { minLength: 1, maxLength: 3 }),
        ({ turns, lossy }, edits) => {
          const remembered = rememberedOf(turns, lossy, edits)
          // Where all of it is gone, or nearly, it is another conversation.
          if (remembered === undefined) return
          foundAgain += 1
          const { now, stored, state } = remembered
          expect(state.segments).toHaveLength(now.length)
          for (const [index, { result }] of now.entries()) {
            const known = stored.segments.filter((one) => one.textDigest === textDigest(result))
            const one = state.segments[index]
            if (known.length === 0) expect(one?.decision).toEqual({ kind: 'pending', asked: 0 })
            else expect(known.map(({ decision }) => decision)).toContainEqual(one?.decision)
            const forms = new Set(known.map(({ representation }) => representation))
            if (forms.size === 1) expect(forms).toContain(one?.representation)
          }
        },
      ),
      { numRuns: 200 },
    )
    expect(foundAgain).toBeGreaterThan(100)
  })

  it('counts as cached up to the change at most', () => {
    fc.assert(
      fc.property(arbitraryTurns, arbitraryEdit, ({ turns, lossy }, edit) => {
        const remembered = rememberedOf(turns, lossy, [edit])
        if (remembered === undefined) return
        const { now, found, state } = remembered
        const same = turns.findIndex((turn, index) => JSON.stringify(turn) !== JSON.stringify(now[index]))
        // The first turn of the conversation says what is wanted, and has no result.
        const firstChanged = same < 0 ? found.turn : same + 2
        for (const { turn, asSent, surelyUntil } of state.cachedEnds)
          if (turn >= firstChanged) expect([asSent, surelyUntil]).toEqual([false, 0])
        for (const { turn } of state.counts ?? []) if (same >= 0) expect(turn).toBeLessThan(firstChanged)
        for (const { turn } of state.cachedEnds) expect(turn).toBeLessThanOrEqual(Math.max(firstChanged, found.turn))
      }),
      { numRuns: 200 },
    )
  })

  it('gets whole again what stands now where nothing of it may go', () => {
    const text = 'one line of many\n'.repeat(20)
    const turns = Array.from({ length: 8 }, (_, id): Turn => ({ id, result: id === 2 ? text : `result ${id}` }))
    const changed = turns.map((turn, index) => (index === 2 ? { ...turn, result: cleared, remark: text } : turn))
    const heads = headsIn(changed)
    const [found] = heads
    if (found === undefined) throw new Error('there is no head')
    const history = {
      transcript: transcriptOf(changed),
      heads,
      found,
      root: found,
      textDigest,
      saidUpTo,
      shownUpTo,
      coldAt: 2_000,
    }
    const remarkAfter = (held: SegmentState): SegmentState | undefined => {
      const record = recordOf(turns, [])
      const segments = record.segments.with(2, { ...held, textDigest: textDigest(text) })
      return afterChange(decodeState(encodeState({ ...record, segments })), history).segments[3]
    }
    const pending = { kind: 'pending', asked: 0 } as const
    const nothing: SegmentState = { representation: 'lossless', decision: pending }
    const kept = PackedSpans.of([[0, 1]])
    const shorter = { kind: 'shorter', kept, tokensSaved: 5 } as const

    expect(history.transcript.segments[3]?.pinned).toBe('user-text')
    expect(remarkAfter({ representation: 'lossy', decision: shorter })).toEqual(nothing)
    expect(remarkAfter({ representation: 'lossy', decision: { ...shorter, because: 'aged' } })).toEqual(nothing)
    expect(remarkAfter({ representation: 'lossless', decision: pending, mild: { kept, tokensSaved: 5 } })).toEqual(
      nothing,
    )
    expect(remarkAfter({ representation: 'lossless', decision: pending, holds: true })).toMatchObject({ holds: true })
    const repeated: SegmentState = { representation: 'lossy', decision: { ...shorter, because: 'repeated' } }
    expect(remarkAfter(repeated)).toMatchObject(repeated)
  })

  it('gets whole again what went because a later text had it, when that text is gone', () => {
    const turns = Array.from({ length: 8 }, (_, id): Turn => ({ id, result: `result ${id}` }))
    const record = recordOf(turns, [])
    const repeated: SegmentState = {
      representation: 'lossy',
      decision: { kind: 'shorter', kept: PackedSpans.of([[0, 1]]), tokensSaved: 5, because: 'repeated' },
      textDigest: textDigest('result 6'),
    }
    const segments = record.segments.map((one, index) =>
      index === 6 ? repeated : index === 4 ? { ...one, holds: true as const } : one,
    )
    const sixthAfter = (changed: readonly Turn[]) => {
      const heads = headsIn(changed)
      const [found] = heads
      if (found === undefined) throw new Error('there is no head')
      const history = {
        transcript: transcriptOf(changed),
        heads,
        found,
        root: found,
        textDigest,
        saidUpTo,
        shownUpTo,
        coldAt: 2_000,
      }
      return afterChange({ ...record, segments }, history).segments[6]
    }
    expect(sixthAfter(edited(turns, { what: 'clear', before: 4 }))).toEqual(repeated)
    expect(sixthAfter(edited(turns, { what: 'clear', before: 5 }))?.representation).toBe('lossless')
  })

  it('keeps what went because a later text had it, where another text is gone that held something else', () => {
    const results = [
      'one',
      'a: the lines that stand again',
      'two',
      'b: the lines that stand again',
      'other lines',
      'three',
    ]
    const turns = results.map((result, id): Turn => ({ id, result }))
    const record = recordOf(turns, [])
    const cut: SegmentState = {
      representation: 'lossy',
      decision: { kind: 'shorter', kept: PackedSpans.of([[0, 2]]), tokensSaved: 5, because: 'repeated' },
      textDigest: textDigest('a: the lines that stand again'),
    }
    const holding = (text: string): SegmentState => ({
      representation: 'lossless',
      decision: { kind: 'abstained' },
      holds: true,
      textDigest: textDigest(text),
    })
    const segments = record.segments.map((one, index) =>
      index === 1 ? cut : index === 3 || index === 4 ? holding(results[index] ?? '') : one,
    )
    const cutWithout = (cleared: number) => {
      const changed = turns.map((turn) => (turn.id === cleared ? { ...turn, result: 'cleared' } : turn))
      const heads = headsIn(changed)
      const [found] = heads
      if (found === undefined) throw new Error('there is no head')
      const history = {
        transcript: transcriptOf(changed),
        heads,
        found,
        root: found,
        textDigest,
        saidUpTo,
        shownUpTo,
        coldAt: 2_000,
      }
      return afterChange({ ...record, segments }, history).segments[1]
    }
    expect(cutWithout(4)).toEqual(cut)
    expect(cutWithout(0)).toEqual(cut)
    expect(cutWithout(3)?.representation).toBe('lossless')
  })

  it('gets whole again what went because a later call left nothing of it, when that call is gone', () => {
    const call = (id: string, name: string, input: object, content: string) => [
      { role: 'assistant', content: [{ type: 'tool_use', id, name, input }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] },
    ]
    const text = 'a line of a file that was read once\n'.repeat(20)
    const around = [0, 1, 2, 3].map((at) => call(`o${at}`, 'lookup', {}, `order ${at}`))
    const bodyWith = (answer: string) => ({
      messages: [
        { role: 'user', content: 'go' },
        ...call('r', 'Read', { file_path: '/a.ts' }, text),
        ...around.slice(0, 2).flat(),
        ...call('w', 'Write', { file_path: '/a.ts', content: 'x' }, answer),
        ...around.slice(2).flat(),
      ],
    })
    const [before, after] = ['written', 'Error: it was not written'].map((answer) => {
      const transcript = read(dialects.messages, bodyWith(answer))
      const heads = headsOf(transcript, secretOf(7), 'm api.example')
      return { transcript, heads: heads === undefined ? [] : [heads.own, ...heads.earlier] }
    })
    const [found] = after?.heads ?? []
    if (before === undefined || after === undefined || found === undefined) throw new Error('there is no head')
    const record = chainState({
      upTo: shortDigest(before.heads[0]?.digest ?? ''),
      segments: before.transcript.segments.map((_, index) =>
        index === 0 ? stateOf(text, 'lossy') : stateOf('', 'lossless'),
      ),
      cachedEnds: endsOf(before.heads),
    })
    expect(before.transcript.segments[0]).toMatchObject({ pinned: 'file-read', superseded: true })
    const state = afterChange(record, { ...after, found, root: found, textDigest, saidUpTo, shownUpTo, coldAt: 2_000 })
    expect(state.segments[0]).toEqual({ representation: 'lossless', decision: { kind: 'pending', asked: 0 } })
    // What stands behind it is not cached as it is sent now.
    const [, second] = after.heads.toReversed()
    for (const { turn, asSent } of state.cachedEnds) expect(asSent).toBe(turn < (second?.turn ?? 0))
  })

  it('takes as long where thousands of texts say the same as where each says something else', {
    timeout: 30_000,
  }, () => {
    const timeOf = (resultOf: (id: number) => string): number => {
      const turns = Array.from({ length: 8_000 }, (_, id): Turn => ({ id, result: resultOf(id) }))
      const changed = turns.map((turn) => (turn.id === 1 ? { ...turn, result: 'cleared' } : turn))
      const heads = headsIn(changed)
      const [found] = heads
      if (found === undefined) throw new Error('there is no head')
      const transcript = transcriptOf(changed)
      const segments = turns.map(({ result }) => stateOf(result, 'lossless'))
      const record = chainState({ upTo: shortDigest(found.digest), segments })
      const history = { transcript, heads, found, root: found, textDigest, saidUpTo, shownUpTo, coldAt: 2_000 }
      return processorTime(() => afterChange(record, history))
    }
    timeOf((id) => `result ${id}`)
    expect(timeOf(() => 'a result')).toBeLessThan(2 * timeOf((id) => `result ${id}`) + 60)
  })
})
