// How many exchanges of one environment may decide behind their streams at the same time. An exchange that finds no free slot
// does without, and never waits.

export interface BackgroundSlots {
  /** A slot, to be left once; `undefined` when all are taken. */
  take(): (() => void) | undefined
}

export const backgroundSlots = (slots = 8): BackgroundSlots => {
  let free = slots
  return {
    take() {
      if (free === 0) return undefined
      free -= 1
      return () => {
        free += 1
      }
    },
  }
}
