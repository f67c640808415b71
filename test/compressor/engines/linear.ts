// An engine's time grows with a text, and not with its square.

import { expect } from 'vitest'
import { processorTime } from '../../../testkit/colliding.ts'

/** Milliseconds of the processor in which a long text may always be done: a quadratic pass that matters takes more. */
const quick = 80

/** The processor's time for a text four times as long is about four times as much. Expects nothing of a shorter text where the longer one is quick. */
export const expectLinear = (compress: (text: string) => unknown, write: (size: number) => string): void => {
  const time = (text: string): number => processorTime(() => compress(text))
  const many = write(80_000)
  let best = time(many)
  if (best < quick) return
  const few = write(20_000)
  // A quadratic pass would take sixteen times as long, a linear one four times; the rest is noise of the machine, which takes several looks.
  const bar = Math.max(9 * Math.min(time(few), time(few)), quick)
  for (let looks = 1; looks < 12 && best >= bar; looks += 1) best = Math.min(best, time(many))
  expect(best).toBeLessThan(bar)
}
