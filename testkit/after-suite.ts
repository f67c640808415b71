// What a suite opens while it is being set up is closed when it is over, the last first. A hook cannot register a hook.

import { afterAll } from 'vitest'

/** What is to be done when the test, or the suite, is over. */
export type Finally = (undo: () => void | Promise<void>) => void

/** To be called where the suite is described, not within its hooks. */
export const afterSuite = (): Finally => {
  const undone: (() => void | Promise<void>)[] = []
  afterAll(async () => {
    for (const undo of undone.reverse()) await undo()
  })
  return (undo) => undone.push(undo)
}
