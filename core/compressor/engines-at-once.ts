// How many copies of the engines a container has work for. An engine keeps a processor busy for as long as a text takes, so that a
// single one would leave the other processors idle.

/** A copy with its largest batch, and room for the system beside it. */
const bytesOfEngines = 400_000_000

/** As many as there are processors, and as there is memory for (bytes); at least one. */
export const enginesAtOnce = (processors: number, bytes: number): number =>
  Math.max(1, Math.min(processors, Math.floor(bytes / bytesOfEngines)))
