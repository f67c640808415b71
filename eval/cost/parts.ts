// What a bill is made of: which share of the direct one each part of the conversation has, and how much of that goes.

import { scanJson } from '../../core/json/scan.ts'
import { atOnce } from '../../core/runtime/pieces.ts'
import type { Segment } from '../../core/transcript/may-be-shortened.ts'
import { percent } from '../../testkit/report/statistics.ts'
import { titled } from '../../testkit/report/table.ts'
import { type Conditions, runOf } from './comparison.ts'
import { bodiesOf, pricesOfSetting, systemOf, toolsOf } from './requests.ts'
import type { Observed, SessionRun, Strategy } from './session-run.ts'
import type { Session } from './sessions/session.ts'
import { direct } from './strategies/rivals.ts'

/** Effective tokens by part, and all tokens that were sent of it. */
interface Sum {
  effective: number
  tokens: number
}
type Sums = Map<string, Sum>

const nameOf = ({ pinned, superseded, kind }: Segment): string => {
  if (pinned === undefined) return `results: ${kind ?? 'other'}`
  return `results: ${pinned}${superseded === true ? ', superseded' : ''}`
}

/** The parts of the last request, block for block, as each dialect's blocks are told apart with `messages`. */
const partsIn = (run: SessionRun): string[] => {
  const body = [...bodiesOf(run.session, run.setting)].at(-1) ?? ''
  const tape = scanJson(body)
  const segments = tape === undefined ? [] : atOnce(run.dialect.read(tape)).segments
  const results = segments.filter(({ pinned }) => pinned !== 'user-text').values()
  const blocks = run.session.steps.flatMap((step): string[] => {
    if ('system' in step) return []
    if ('user' in step) return ['turns of the user']
    if ('turn' in step)
      return [...(step.turn.said === '' ? [] : ['what the model said']), ...step.turn.calls.map(() => 'calls of tools')]
    const { value } = results.next()
    return [value === undefined ? 'results: the last' : nameOf(value)]
  })
  const tools = toolsOf(run.session).map(() => 'tools')
  return [...tools, ...(systemOf(run.session) === '' ? [] : ['system']), ...blocks]
}

/** Adds what each block of a request costs: what is read stands first, then what is written, then the rest. */
const add = (sums: Sums, parts: readonly string[], { prompt, input }: Observed, run: SessionRun): void => {
  const { read, write, writeLong } = pricesOfSetting(run.setting)
  const bounds = [
    [input.read, read],
    [input.written, write],
    [input.writtenLong, writeLong],
    [input.uncached, 1],
  ] as const
  let from = 0
  prompt.blocks.forEach(({ tokens }, index) => {
    const part = parts[index] ?? 'results: the last'
    const sum = sums.get(part) ?? { effective: 0, tokens: 0 }
    sums.set(part, sum)
    sum.tokens += tokens
    let start = 0
    for (const [length, price] of bounds) {
      const shared = Math.min(from + tokens, start + length) - Math.max(from, start)
      sum.effective += price * Math.max(0, shared)
      start += length
    }
    from += tokens
  })
}

export interface PartRow {
  readonly part: string
  /** Of the direct bill of all sessions. */
  readonly share: number
  /** What of that bill went, and what of the part's tokens. */
  readonly saved: number
  readonly removed: number
}

/** A row for each part, the dearest first. Throws an error for another dialect than `messages`, whose blocks tell parts apart. */
export const partRows = async (
  sessions: readonly Session[],
  strategy: Strategy,
  conditions: Conditions,
): Promise<PartRow[]> => {
  const [before, after]: [Sums, Sums] = [new Map(), new Map()]
  for (const session of sessions) {
    const run = runOf(session, conditions.seeds[0] ?? 1, conditions)
    if (run.setting.dialect !== 'messages') throw new Error('Parts are told apart in requests of `messages` alone.')
    const parts = partsIn(run)
    for await (const observed of direct(run)) add(before, parts, observed, run)
    for await (const observed of strategy(run)) add(after, parts, observed, run)
  }
  const whole = [...before.values()].reduce((sum, { effective }) => sum + effective, 0)
  return [...before]
    .map(([part, { effective, tokens }]) => {
      const left = after.get(part) ?? { effective: 0, tokens: 0 }
      return {
        part,
        share: effective / whole,
        saved: (effective - left.effective) / whole,
        removed: 1 - left.tokens / tokens,
      }
    })
    .sort((one, other) => other.share - one.share)
}

export const partsText = (title: string, rows: readonly PartRow[]): string => {
  const head = ['part', 'of the bill %', 'saved of the bill %', 'tokens removed %']
  const lines = rows.map(({ part, share, saved, removed }) => [part, ...[share, saved, removed].map(percent)])
  return titled(title, [head, ...lines], 1)
}
