// How many exchanges of one environment may decide behind their streams at the same time. An exchange that finds no free slot
// does without, and never waits.

export interface BackgroundSlots {
  /** A slot, to be left once; `undefined` when none is free. */
  take(): (() => void) | undefined
}

export interface SharedSlots {
  /** Those that an account may take. Nothing is held of accounts that have taken none. */
  of(accountId: string): BackgroundSlots
}

/** `spare`: more of them, for accounts that hold none. Otherwise one that sends without a pause would keep all others from saving anything. */
export const backgroundSlots = (slots = 8, spare = 4): SharedSlots => {
  const heldBy = new Map<string, number>()
  let taken = 0
  return {
    of: (accountId) => ({
      take() {
        const held = heldBy.get(accountId) ?? 0
        if (taken >= (held === 0 ? slots + spare : slots)) return undefined
        taken += 1
        heldBy.set(accountId, held + 1)
        return () => {
          taken -= 1
          const left = (heldBy.get(accountId) ?? 0) - 1
          if (left > 0) heldBy.set(accountId, left)
          else heldBy.delete(accountId)
        }
      },
    }),
  }
}
