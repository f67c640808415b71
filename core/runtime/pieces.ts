// Long work in pieces, so that one request never keeps the process busy while others wait: their answers, and the deadlines of
// their stores.

/** Work that can be left between two steps of it, and gone on with. */
export type InPieces<Result> = Generator<void, Result, void>

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
