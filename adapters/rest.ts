// A rest of the process. Whoever is given bytes by this machine's own network is woken on the processor of the giver, and has it only
// once that sleeps.

/** Long enough to be no mere turn of the loop, whose clock may be a millisecond old. */
const restMilliseconds = 2

/** Resolves once the process has slept for a moment, unless others keep it busy. */
export const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, restMilliseconds))
