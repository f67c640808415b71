// A rest of the process. A process that is woken by bytes from this machine is put on the processor of the one that sent them, and has it
// only once that one sleeps.

/** Long enough to be no mere turn of the loop, whose clock may be a millisecond old. */
const restMilliseconds = 2

/** Resolves once the process has slept for a moment, unless others keep it busy. */
export const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, restMilliseconds))
