// The best warm moves between cold requests, exactly: a move at a request makes everything from some group on lossy, costs
// a rewrite from there, and saves reads until the next cold request or the end.

import type { InputPrices } from '../../../core/caches/rules.ts'

/** What one request carried for the first time, in tokens. */
export interface Group {
  readonly lossless: number
  readonly lossy: number
  readonly blocks: number
}

/** By request: the first group that goes lossy with it. */
export type Moves = ReadonlyMap<number, number>

export interface MoveRules extends Pick<InputPrices, 'read' | 'write'> {
  /** Entries end where requests ended, and are found within 20 blocks only. */
  readonly marked: boolean
  /** What was fresh when a move was made does not begin one of its own, because no entry ends before it. */
  readonly apart: boolean
  /**
   * By request: by how much the session may have become dearer with it than without any move, in effective tokens; absent: by any
   * amount. What the best moves before would have saved by then may be lost as well: no plan that keeps to it does better.
   */
  readonly mayLose?: readonly number[]
}

const lookBack = 20

const sums = (values: readonly number[]): number[] => {
  const totals = [0]
  for (const value of values) totals.push((totals.at(-1) ?? 0) + value)
  return totals
}

/** The best plan of each part of a stretch of requests: `best[group][end]` is what moves of the groups from `group` on are worth before `end`. */
interface Stretch {
  readonly best: readonly Float64Array[]
  readonly choice: readonly Int32Array[]
}

/** What moves of some groups can gain and cost. */
interface Worth {
  /** Whether there is anything to gain from this group. */
  isMovable(group: number): boolean
  /** Of a move of the groups from `group` on, made with `request`, when it lasts until before `end`. */
  of(group: number, request: number, end: number): number
  /** By how much it makes its own request dearer, at least. */
  loss(group: number, request: number): number
}

const stretchOf = (size: number, skipped: number, worth: Worth, limit: (request: number) => number): Stretch => {
  const best = Array.from({ length: size }, () => new Float64Array(size))
  const choice = Array.from({ length: size }, () => new Int32Array(size).fill(-1))
  const value = (group: number, end: number): number => best[Math.min(size - 1, group)]?.[end] ?? 0
  for (let end = 1; end < size; end += 1)
    for (let group = size - 2; group >= 0; group -= 1) {
      let most = value(group + 1, end)
      let chosen = -1
      if (worth.isMovable(group))
        for (let request = group + 1; request < end; request += 1) {
          const gain = worth.of(group, request, end) + value(group + 1, request) + value(request + skipped, end)
          if (gain <= most + 1e-9) continue
          // What the best moves have gained before this request.
          if (worth.loss(group, request) > limit(request) + value(0, request)) continue
          ;[most, chosen] = [gain, request]
        }
      const [row, chosenRow] = [best[group], choice[group]]
      if (row !== undefined) row[end] = most
      if (chosenRow !== undefined) chosenRow[end] = chosen
    }
  return { best, choice }
}

/** By request: the first group that goes lossy with it, so that the session costs least. */
export const bestMoves = (
  groups: readonly Group[],
  warm: readonly boolean[],
  { read, write, marked, apart, mayLose }: MoveRules,
): Map<number, number> => {
  const losses = sums(groups.map(({ lossless, lossy }) => lossless - lossy))
  const lossy = sums(groups.map((group) => group.lossy))
  const blocks = sums(groups.map((group) => group.blocks))
  const between = (totals: readonly number[], from: number, to: number): number =>
    (totals[to] ?? 0) - (totals[from] ?? 0)
  const skipped = apart ? 1 : 0

  const rewrite = (group: number, request: number): number => {
    const isReached = !marked || between(blocks, group, request + 1) < lookBack
    return (write - read) * between(lossy, isReached ? group : 0, request)
  }
  const moves = new Map<number, number>()
  let gained = 0
  /** Requests from a cold one up to the next: nothing that was sent before it is pending. */
  const plan = (first: number, last: number): void => {
    const worth: Worth = {
      isMovable: (group) => between(losses, first + group, first + group + 1) > 0,
      of: (group, request, end) =>
        read * (end - request) * between(losses, first + group, first + request) -
        rewrite(first + group, first + request),
      loss: (group, request) =>
        rewrite(first + group, first + request) - read * between(losses, first, first + request),
    }
    const before = gained
    const limit = (request: number): number =>
      mayLose === undefined ? Number.POSITIVE_INFINITY : before + (mayLose[first + request] ?? 0)
    const { best, choice } = stretchOf(last - first + 2, skipped, worth, limit)
    const follow = (from: number, end: number): void => {
      let group = from
      while (group < end) {
        const request = choice[group]?.[end] ?? -1
        if (request < 0) group += 1
        else {
          moves.set(first + request, first + group)
          follow(group + 1, request)
          group = request + skipped
        }
      }
    }
    follow(0, last - first + 1)
    gained += best[0]?.[last - first + 1] ?? 0
  }

  let first = 0
  for (let request = 1; request <= groups.length; request += 1)
    if (request === groups.length || warm[request] === false) {
      plan(first, request - 1)
      first = request
    }
  return moves
}
