// Long work in pieces, so that one request never keeps the process busy while others wait: their answers, and the deadlines of
// their stores.

/** Work that can pause between two of its steps. */
export type InPieces<Result> = Generator<void, Result, void>

/** What is left of work that was done at once. */
export const nothingLeft: Iterable<void> = []

/** Most items of one thing that are worked on without a piece for each: a piece costs as much as a small item. */
const mostAtOnce = 8

function* restOf<Item>(
  left: Iterable<void>,
  items: readonly Item[],
  work: (item: Item) => Iterable<void>,
): InPieces<void> {
  yield* left
  for (const item of items) {
    yield
    yield* work(item)
  }
}

/** Works on each item in order: on the first few at once, as long as none of them leaves something to do. Returns what is left to do. */
export const fewAtOnce = <Item>(items: readonly Item[], work: (item: Item) => Iterable<void>): Iterable<void> => {
  for (let at = 0; at < items.length && at < mostAtOnce; at += 1) {
    const left = work(items[at] as Item)
    if (left !== nothingLeft) return restOf(left, items.slice(at + 1), work)
  }
  return items.length > mostAtOnce ? restOf(nothingLeft, items.slice(mostAtOnce), work) : nothingLeft
}

/** What work in pieces needs of the process. */
export interface Pace {
  /** Milliseconds of a clock that only runs forward. */
  readonly elapsed: () => number
  /** Resolves once everything that is ready to run has had its turn. */
  readonly turn: () => Promise<void>
}

/** Work was given up because it takes too long. */
export class BudgetSpent extends Error {
  override readonly name = 'BudgetSpent'
}

/** Work goes on for this long before others have their turn. */
const turnMilliseconds = 10

/** Does all of the work at once. */
export const atOnce = <Result>(work: InPieces<Result>): Result => {
  for (;;) {
    const { done, value } = work.next()
    if (done === true) return value
  }
}

/** To be awaited between steps that may be long: lets others have their turn if it is time. */
export const pauses = ({ elapsed, turn }: Pace): (() => Promise<void>) => {
  let since = elapsed()
  return async () => {
    if (elapsed() - since < turnMilliseconds) return
    await turn()
    since = elapsed()
  }
}

/** Does the work; others have their turn between two pieces of it (`pauses`). */
export const withPauses = async <Result>(work: InPieces<Result>, pause: () => Promise<void>): Promise<Result> => {
  for (;;) {
    const { done, value } = work.next()
    if (done === true) return value
    await pause()
  }
}

/** What is worked out of each item, one behind the other; others have their turn between two of them (`pauses`). */
export const eachInTurn = async <Item, Result>(
  items: readonly Item[],
  pause: () => Promise<void>,
  work: (item: Item) => Result,
): Promise<Result[]> => {
  const results: Result[] = []
  for (const item of items) {
    await pause()
    results.push(work(item))
  }
  return results
}

/** Does the work, and lets others have their turn meanwhile. Rejects with `BudgetSpent` when the work alone takes longer than `budgetMilliseconds`. */
export const inTurns = async <Result>(
  work: InPieces<Result>,
  { elapsed, turn }: Pace,
  budgetMilliseconds: number,
): Promise<Result> => {
  let spent = 0
  for (let since = elapsed(); ; ) {
    const { done, value } = work.next()
    if (done === true) return value
    const worked = elapsed() - since
    if (worked < turnMilliseconds) continue
    spent += worked
    if (spent >= budgetMilliseconds) throw new BudgetSpent('The work takes too long.')
    await turn()
    since = elapsed()
  }
}
