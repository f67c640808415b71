// Turns of the event loop.

let next: Promise<void> | undefined

/**
 * Resolves once everything that is ready to run has had its turn; for those who ask first, first. One for all who wait for it: under
 * load many exchanges do, and each immediate of its own costs as much as a step of theirs.
 */
export const turn = (): Promise<void> => {
  next ??= new Promise((resolve) => {
    setImmediate(() => {
      next = undefined
      resolve()
    })
  })
  return next
}

const waiting: (() => void)[] = []

const wakeOne = (): void => {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(wakeOne)
}

/**
 * The same for long work, of which one piece alone goes on in each turn of the loop. A request needs some ten turns, because it waits for
 * its tables and its upstream: where many long bodies have come, each of these would last as long as a piece of all of them.
 */
export const turnOfOwn = (): Promise<void> =>
  new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(wakeOne)
  })
