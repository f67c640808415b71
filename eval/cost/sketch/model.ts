// The plan as plain arithmetic: sessions are rows of token counts, so that thousands of them can be tried under many rules
// in seconds. The bill itself sends real requests through the real pipeline; this only chooses what the plan's constants should be.

import type { InputPrices } from '../../../core/caches/rules.ts'
import { sum } from '../../../testkit/report/statistics.ts'
import { bestMoves, type Group } from '../strategies/best-moves.ts'

/** What one request carried for the first time. */
export interface SketchGroup extends Group {
  readonly whole: number
}

export interface SketchSession {
  readonly groups: readonly SketchGroup[]
  readonly frameTokens: number
  /** Of each request: whether the cache still holds what the one before it sent. */
  readonly warm: readonly boolean[]
}

export interface SketchProvider extends InputPrices {
  /** Entries end where requests ended, and are found within 20 blocks. */
  readonly marked: boolean
}

/** When text that was sent goes lossy although it is cached; without a horizon, never. */
export interface Rule {
  readonly horizon: number
  /** The loss, should the session end at once, is covered by what was saved; otherwise it may be anything. */
  readonly covered: boolean
  /** ... or is at most this share of what was paid, and is repaid within so many requests. */
  readonly bound: number
  readonly repaidWithin: number
}

const lookBack = 20
const leastFreshBlocks = 4

interface State {
  readonly lossy: readonly boolean[]
  /** Requests whose end a read can begin from. */
  readonly entries: readonly number[]
  readonly paid: number
  readonly saved: number
}

type Planner = (state: State, request: number) => number | undefined

const sizesOf = ({ groups }: SketchSession, lossy: readonly boolean[], until: number): number[] =>
  groups.slice(0, until).map((group, index) => (lossy[index] === true ? group.lossy : group.lossless))

/** The first group that is written anew when this one changes: behind the last entry before it that is within reach. */
const writtenFrom = (
  { groups }: SketchSession,
  { entries }: State,
  group: number,
  request: number,
  freshBlocks: number,
): number => {
  const entry = entries.findLast((end) => end < group)
  if (entry === undefined) return 0
  const behind = sum(groups.slice(entry + 1, request).map(({ blocks }) => blocks)) + freshBlocks
  return behind < lookBack ? entry + 1 : 0
}

const byRule =
  (session: SketchSession, { read, write, marked }: SketchProvider, rule: Rule): Planner =>
  (state, request) => {
    const sizes = sizesOf(session, state.lossy, request)
    // What the next request brings is not known when the move is chosen.
    const freshBlocks = Math.max(leastFreshBlocks, session.groups[request - 1]?.blocks ?? 0)
    let best: { readonly group: number; readonly net: number } | undefined
    let lost = 0
    for (let group = request - 1; group >= 0; group -= 1) {
      const { lossless, lossy } = session.groups[group] ?? { lossless: 0, lossy: 0 }
      if (state.lossy[group] === true || lossless === lossy) continue
      lost += lossless - lossy
      const start = marked ? writtenFrom(session, state, group, request, freshBlocks) : group
      const rewrite = (write - read) * (sum(sizes.slice(start)) - lost)
      const gain = read * lost
      const net = rule.horizon * gain - rewrite
      const loss = rewrite - gain
      const allowed =
        !rule.covered ||
        loss <= state.saved ||
        (rule.repaidWithin * gain >= rewrite && loss <= state.saved + rule.bound * state.paid)
      if (allowed && net > (best?.net ?? 0)) best = { group, net }
    }
    return best?.group
  }

export interface Outcome {
  readonly cost: number
  readonly direct: number
}

/** Sends every group whole once, in its lossless representation; what is pending goes lossy when the cache is cold. */
const follow = (session: SketchSession, { read, write, marked }: SketchProvider, plan: Planner): Outcome => {
  let state: State = { lossy: [], entries: [], paid: 0, saved: 0 }
  let direct = 0
  for (const [request, isWarm] of session.warm.entries()) {
    const start = isWarm ? plan(state, request) : 0
    const changed = session.groups.findIndex(
      ({ lossless, lossy }, group) =>
        group < request && start !== undefined && group >= start && state.lossy[group] !== true && lossy < lossless,
    )
    const lossy = session.groups.map(
      (_, group) => group < request && (state.lossy[group] === true || (start !== undefined && group >= start)),
    )
    const { blocks: freshBlocks = 0 } = session.groups[request] ?? {}
    const written = marked && changed >= 0 ? writtenFrom(session, state, changed, request, freshBlocks) : changed
    const from = !isWarm ? 0 : changed < 0 ? request : written
    const sizes = sizesOf(session, lossy, request + 1)
    const frame = session.frameTokens * (isWarm ? read : write)
    const cost = frame + read * sum(sizes.slice(0, from)) + write * sum(sizes.slice(from))
    const whole = session.groups.slice(0, request + 1).map((group) => group.whole)
    const unread = isWarm ? request : 0
    const without = frame + read * sum(whole.slice(0, unread)) + write * sum(whole.slice(unread))
    direct += without
    const kept = isWarm ? state.entries.filter((end) => changed < 0 || end < changed) : []
    state = {
      lossy,
      entries: [...kept, request],
      paid: state.paid + cost,
      saved: state.saved + without - cost,
    }
  }
  return { cost: state.paid, direct }
}

/** What a session costs under the rule. */
export const underRule = (session: SketchSession, provider: SketchProvider, rule: Rule): Outcome =>
  follow(session, provider, byRule(session, provider, rule))

/** What it costs when all goes lossy before it is sent first. */
export const atEntry = (session: SketchSession, provider: SketchProvider): Outcome => {
  const groups = session.groups.map((group) => ({ ...group, lossless: group.lossy }))
  return follow({ ...session, groups }, provider, () => undefined)
}

/** What it would cost if all pauses and the end were known. */
export const clairvoyant = (session: SketchSession, provider: SketchProvider): Outcome => {
  const plans = [false, true].map((apart) => bestMoves(session.groups, session.warm, { ...provider, apart }))
  const outcomes = [new Map<number, number>(), ...plans].map((moves) =>
    follow(session, provider, (_, request) => moves.get(request)),
  )
  return outcomes.reduce((best, outcome) => (outcome.cost < best.cost ? outcome : best))
}
