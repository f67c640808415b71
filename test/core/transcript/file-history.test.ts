// A history takes in what it is told of when somebody asks: who asks, and when, changes nothing.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ToolCall } from '../../../core/transcript/calls/tool-call.ts'
import { type Answer, fileHistory } from '../../../core/transcript/file-history.ts'
import {
  copyOfHistory,
  type HistoryState,
  type MadeCall,
  noHistory,
  takenIn,
} from '../../../core/transcript/history-state.ts'

const shell = (command: string): ToolCall => ({ name: 'bash', input: JSON.stringify({ command }) })
const calls: readonly ToolCall[] = [
  ...['cat a.ts', 'cat b.ts | head -3', 'echo x > a.ts', 'cd lib', 'npm test &', 'git status', 'cat a.ts b.ts'].map(
    shell,
  ),
  { name: 'Read', input: JSON.stringify({ file_path: 'a.ts' }) },
  { name: 'Read', input: JSON.stringify({ file_path: 'a.ts', offset: 3 }) },
  { name: 'Write', input: JSON.stringify({ file_path: 'b.ts', content: 'y' }) },
  { name: 'BashOutput', input: JSON.stringify({ bash_id: '17' }) },
  { name: 'BashOutput', input: JSON.stringify({ bash_id: '17', input: 'cat a.ts' }) },
  { name: 'weather', input: undefined, byProgram: true },
  { name: 'bash', input: JSON.stringify({ command: `echo ${'x'.repeat(60_000)}` }) },
]
const answers: readonly Answer[] = [
  ['fine', 4],
  ['process id: 17', 400],
  ['no such file', 12],
  ['line '.repeat(40), 4_000],
].map(([beginning, characters]) => ({
  failed: false,
  beginning: String(beginning),
  spelled: String(beginning),
  characters: Number(characters),
}))

type Step =
  | { readonly kind: 'call'; readonly call: number }
  | { readonly kind: 'answer'; readonly call: number; readonly answer: number; readonly failed: boolean }
  | { readonly kind: 'copy' }
  | { readonly kind: 'ask'; readonly call: number }

const index = fc.nat(30)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('call' as const), call: index }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('answer' as const), call: index, answer: index, failed: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('copy' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('ask' as const), call: index }) },
)

const oneOf = <Item>(items: readonly Item[], at: number): Item | undefined => items[at % Math.max(1, items.length)]

const toldOf = ({ place, byProgram, reads, complete, writes, moves, mayRead, inShell }: MadeCall) => ({
  place,
  byProgram,
  reads,
  complete,
  writes,
  moves,
  mayRead,
  inShell,
})

const saidBy = (history: HistoryState) => {
  const { written, read, answers: known, running, calls: count, moves, waiting } = takenIn(history)
  const answered = [...known].map(([{ place }, characters]) => [place, characters])
  return { written, read, answered, running, count, moves, waiting: waiting.length }
}

/** What is known at the end, and what the copies say that were made on the way. `asksAtOnce`: after every step. */
const played = (steps: readonly Step[], asksAtOnce: boolean) => {
  const state = noHistory()
  const history = fileHistory(state)
  const made: MadeCall[] = []
  const copies: HistoryState[] = []
  for (const one of steps) {
    if (one.kind === 'call') made.push(history.made(oneOf(calls, one.call) ?? { name: '', input: '' }))
    const call = one.kind === 'call' || one.kind === 'copy' ? undefined : oneOf(made, one.call)
    if (one.kind === 'answer' && call !== undefined) {
      const answer = oneOf(answers, one.answer)
      if (answer !== undefined) history.answered(call, { ...answer, failed: one.failed })
    }
    if (one.kind === 'copy') copies.push(copyOfHistory(state))
    if (one.kind === 'ask') call?.mayRead
    if (asksAtOnce) takenIn(state)
  }
  return {
    calls: made.map((call) => ({ ...toldOf(call), superseded: history.isSuperseded(call) })),
    copies: copies.toReversed().map(saidBy),
    said: saidBy(state),
  }
}

describe('a history of files', () => {
  it('says the same whoever asks on the way', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        expect(played(steps, false)).toEqual(played(steps, true))
      }),
    )
  })

  it('lets no more wait than may be taken in at once', () => {
    const state = noHistory()
    const history = fileHistory(state)
    let most = 0
    for (let at = 0; at < 2_000; at += 1) {
      history.answered(history.made(shell(`cat ${at}.ts`)), answers[0] as Answer)
      most = Math.max(most, state.waiting.length)
    }

    expect(most).toBeLessThan(400)
  })

  it('takes nothing for all that could not be taken in', () => {
    const state = noHistory()
    const history = fileHistory(state)
    const broken: Answer = {
      failed: false,
      characters: 3,
      spelled: '',
      get beginning(): string {
        throw new Error('gone')
      },
    }
    const call = history.made({ name: 'Write', input: JSON.stringify({ file_path: 'b.ts', content: 'y' }) })
    history.answered(call, broken)
    const copy = copyOfHistory(state)

    expect(() => takenIn(copy)).toThrow('gone')
    expect(() => takenIn(copy)).toThrow('gone')
  })
})
