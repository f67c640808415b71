// Waits for something that has to come about.

import { setTimeout as wait } from 'node:timers/promises'

/** Whether it came about within so many milliseconds. */
export const until = async (holds: () => boolean | Promise<boolean>, milliseconds = 5_000): Promise<boolean> => {
  const end = performance.now() + milliseconds
  while (!(await holds())) {
    if (performance.now() > end) return false
    await wait(20)
  }
  return true
}
