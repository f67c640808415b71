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

const lookBack = 20

const sums = (values: readonly number[]): number[] => {
  const totals = [0]
  for (const value of values) totals.push((totals.at(-1) ?? 0) + value)
  return totals
}

/**
 * `marked`: entries end where requests ended, and are found within 20 blocks only. `apart`: what was fresh when a move
 * was made does not begin one of its own, because no entry ends before it.
 */
export const bestMoves = (
  groups: readonly Group[],
  warm: readonly boolean[],
  { read, write }: InputPrices,
  marked: boolean,
  apart: boolean,
): Map<number, number> => {
  const losses = sums(groups.map(({ lossless, lossy }) => lossless - lossy))
  const lossy = sums(groups.map((group) => group.lossy))
  const blocks = sums(groups.map((group) => group.blocks))
  const at = (totals: readonly number[], index: number): number => totals[index] ?? 0
  const between = (totals: readonly number[], from: number, to: number): number => at(totals, to) - at(totals, from)

  /** What a move of the groups from `group` on, made with `request`, is worth when it lasts until before `end`. */
  const worth = (group: number, request: number, end: number): number => {
    const isReached = !marked || between(blocks, group, request + 1) < lookBack
    const rewritten = between(lossy, isReached ? group : 0, request)
    return read * (end - request) * between(losses, group, request) - (write - read) * rewritten
  }

  const moves = new Map<number, number>()
  /** Requests from a cold one up to the next: nothing that was sent before it is pending. */
  const plan = (first: number, last: number): void => {
    const size = last - first + 2
    const best = Array.from({ length: size }, () => new Float64Array(size))
    const choice = Array.from({ length: size }, () => new Int32Array(size).fill(-1))
    const value = (group: number, end: number): number => best[Math.min(size - 1, group)]?.[end] ?? 0
    const skipped = apart ? 1 : 0
    for (let group = size - 2; group >= 0; group -= 1)
      for (let end = 1; end < size; end += 1) {
        let most = value(group + 1, end)
        let chosen = -1
        if (between(losses, first + group, first + group + 1) > 0)
          for (let request = group + 1; request < end; request += 1) {
            const gain =
              worth(first + group, first + request, first + end) +
              value(group + 1, request) +
              value(request + skipped, end)
            if (gain > most + 1e-9) [most, chosen] = [gain, request]
          }
        const [row, chosenRow] = [best[group], choice[group]]
        if (row !== undefined) row[end] = most
        if (chosenRow !== undefined) chosenRow[end] = chosen
      }
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
    follow(0, size - 1)
  }

  let first = 0
  for (let request = 1; request <= groups.length; request += 1)
    if (request === groups.length || warm[request] === false) {
      plan(first, request - 1)
      first = request
    }
  return moves
}
