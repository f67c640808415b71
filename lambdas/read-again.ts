// Makes something of what was read, and reads it again when that was long ago: a deployment that changes what is read at the start,
// and not the function that reads it, would reach no environment that already runs.

interface Reading<Read, Made> {
  readonly read: () => Promise<Read>
  /** Called again only if what is read has changed, because what it makes may remember. */
  readonly make: (read: Read) => Made
  readonly milliseconds: number
  /** @default the clock that only runs forward: one that is set back would keep what was read for as long as it was ahead */
  readonly now?: () => number
}

/**
 * Gets what was made of a reading that is `milliseconds` old at most. If reading fails, the one before goes on; if there is none,
 * it throws what `read` throws, and the next caller tries again.
 */
export const readAgain = <Read, Made>({
  read,
  make,
  milliseconds,
  now = () => performance.now(),
}: Reading<Read, Made>): (() => Promise<Made>) => {
  let kept: { readonly text: string; readonly made: Made; readonly at: number } | undefined
  const again = async (): Promise<{ readonly text: string; readonly made: Made }> => {
    try {
      const found = await read()
      const text = JSON.stringify(found)
      return kept?.text === text ? kept : { text, made: make(found) }
    } catch (error) {
      if (kept === undefined) throw error
      return kept
    }
  }
  return async () => {
    const at = now()
    if (kept === undefined || at - kept.at >= milliseconds) kept = { ...(await again()), at }
    return kept.made
  }
}
