// Waits for work no longer than a signal allows, whether the work heeds the signal or not.

/** Resolves when the work has ended or the signal fires, whichever comes first. The work must not reject. */
export const untilFired = (work: Promise<unknown>, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const stop = (): void => resolve()
    if (signal.aborted) stop()
    // Taken off again: the signal lives as long as the stream, and would hold the answer.
    signal.addEventListener('abort', stop, { once: true })
    work.finally(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    })
  })
