// How many exchanges of one environment may learn at the same time. Who finds no place does without, and never waits.

export interface LearningPlaces {
  /** A place, to be left once; `undefined` when all are taken. */
  take(): (() => void) | undefined
}

export const learningPlaces = (places = 8): LearningPlaces => {
  let free = places
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
