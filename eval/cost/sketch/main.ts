// Which constants the plan should have: rules tried on recorded sessions as plain arithmetic.
// Run: node eval/cost/sketch/main.ts DATA [--budget B]

import { askedOrExit } from '../../../bin/usage-fault.ts'
import { countTokens } from '../../../compressor/text/tokens.ts'
import { dialects } from '../../../core/dialects/registry.ts'
import { mean } from '../../../testkit/report/statistics.ts'
import { titled } from '../../../testkit/report/table.ts'
import { benchCompressor } from '../engine.ts'
import { billUsage, readBillOptions } from '../options.ts'
import { providers } from '../providers.ts'
import { representationsOf } from '../representations.ts'
import { pricesOfSetting } from '../requests.ts'
import type { SessionRun } from '../session-run.ts'
import { type Session, timesOf } from '../sessions/session.ts'
import { sessionSet } from '../sets.ts'
import {
  atEntry,
  clairvoyant,
  type Outcome,
  type Rule,
  type SketchProvider,
  type SketchSession,
  underRule,
} from './model.ts'

const free = { covered: false, bound: 0, repaidWithin: 0 }
const covered = (horizon: number, repaidWithin: number, bound: number): Rule => ({
  horizon,
  covered: true,
  bound,
  repaidWithin,
})

const rules: Readonly<Record<string, Rule>> = {
  'only when cold': { horizon: 0, ...free },
  'horizon 6': { horizon: 6, ...free },
  'horizon 10': { horizon: 10, ...free },
  'horizon 20': { horizon: 20, ...free },
  'horizon 6, covered': covered(6, 0, 0),
  'horizon 10, covered': covered(10, 0, 0),
  'horizon 20, covered': covered(20, 0, 0),
  'horizon 6, covered or 1 % repaid within 2': covered(6, 2, 0.01),
  'horizon 6, covered or 2 % repaid within 2': covered(6, 2, 0.02),
  'horizon 6, covered or 1 % repaid within 4': covered(6, 4, 0.01),
  'horizon 10, covered or 1 % repaid within 10': covered(10, 10, 0.01),
}

/** Sizes of what each request brought; `keep`: every long result shrinks to this share, instead of what the engine makes of it. */
const sketchOf = async (
  session: Session,
  run: SessionRun,
  keep: number | undefined,
): Promise<Omit<SketchSession, 'warm'>> => {
  const results = new Map((await representationsOf(run)).map((result) => [result.message, result]))
  const shortest = 100
  const sizeOf = (message: number): { whole: number; lossless: number; lossy: number; blocks: number } => {
    const step = session.steps[message]
    const result = results.get(message)
    if (step === undefined || 'system' in step) return { whole: 0, lossless: 0, lossy: 0, blocks: 0 }
    if (result !== undefined) {
      const [whole, lossless] = [countTokens(result.whole), countTokens(result.lossless)]
      const lossy =
        keep === undefined ? countTokens(result.lossy) : whole < shortest ? lossless : Math.min(lossless, keep * whole)
      return { whole, lossless, lossy, blocks: 1 }
    }
    const said =
      'turn' in step
        ? `${step.turn.said}${JSON.stringify(step.turn.calls.map(({ input }) => input))}`
        : 'user' in step
          ? step.user
          : ''
    const tokens = countTokens(said)
    return { whole: tokens, lossless: tokens, lossy: tokens, blocks: 'turn' in step ? 1 + step.turn.calls.length : 1 }
  }
  const groups = session.asked.map((end, request) => {
    const total = { whole: 0, lossless: 0, lossy: 0, blocks: 0 }
    for (let message = session.asked[request - 1] ?? 0; message < end; message += 1) {
      const size = sizeOf(message)
      for (const name of ['whole', 'lossless', 'lossy', 'blocks'] as const) total[name] += size[name]
    }
    return total
  })
  return { groups, frameTokens: session.frameTokens }
}

const lineOf = (name: string, outcomes: readonly Outcome[], best: number): string[] => {
  const ratios = outcomes.map(({ cost, direct }) => cost / direct)
  const above = (limit: number): string =>
    ((100 * ratios.filter((ratio) => ratio > limit + 1e-9).length) / ratios.length).toFixed(1)
  const share = ((100 * (1 - mean(ratios))) / (1 - best)).toFixed(0)
  return [name, mean(ratios).toFixed(3), Math.max(...ratios).toFixed(3), above(1), above(1.01), share]
}

const options = askedOrExit(billUsage, readBillOptions)
for (const setName of options.sets) {
  const { sessions, title } = sessionSet(options.folder, setName, options)
  for (const name of options.providers) {
    const { setting, cache, lifetime } = providers[name]
    const provider: SketchProvider = {
      ...pricesOfSetting(setting),
      marked: setting.dialect === 'messages',
    }
    const compressor = benchCompressor(options.budget)
    for (const keep of [undefined, 0.5, 0.3]) {
      const sketched: SketchSession[] = []
      for (const session of sessions) {
        const dialect = dialects[setting.dialect]
        const run: SessionRun = { session, setting, dialect, times: [], cache, lifetime, compressor }
        const sizes = await sketchOf(session, run, keep)
        for (const seed of options.seeds) {
          const times = timesOf(session, seed)
          const warm = times.map((time, request) => request > 0 && time - (times[request - 1] ?? 0) < lifetime)
          sketched.push({ ...sizes, warm })
        }
      }
      const best = sketched.map((session) => clairvoyant(session, provider))
      const bestMean = mean(best.map(({ cost, direct }) => cost / direct))
      const lines = [
        lineOf(
          'all lossy before first sending',
          sketched.map((session) => atEntry(session, provider)),
          bestMean,
        ),
        ...Object.entries(rules).map(([rule, it]) =>
          lineOf(
            rule,
            sketched.map((session) => underRule(session, provider, it)),
            bestMean,
          ),
        ),
        lineOf('all pauses and the end known', best, bestMean),
      ]
      const depth = keep === undefined ? 'the engine’s own sizes' : `long results keep ${keep}`
      const head = ['', 'mean', 'worst', 'above %', '> 1 %', 'of clairvoyant %']
      process.stdout.write(`${titled(`${title}, ${name}, ${depth}`, [head, ...lines], 1)}\n`)
    }
  }
}
