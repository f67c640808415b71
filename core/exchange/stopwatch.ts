import type { Step } from '../metrics/steps.ts'

/** Durations of the steps of one exchange, in milliseconds. */
export interface Stopwatch {
  readonly steps: Record<string, number>
  lap(step: Step): void
}

export const stopwatch = (elapsed: () => number): Stopwatch => {
  const steps: Record<string, number> = {}
  let last = elapsed()
  return {
    steps,
    lap(step) {
      const now = elapsed()
      steps[step] = Math.round((now - last) * 100) / 100
      last = now
    },
  }
}
