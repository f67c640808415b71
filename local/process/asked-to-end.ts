// How a person, or what supervises this process, asks it to end.

/** One interrupt at a terminal arrives several times: from the terminal, and from every process that forwards it. */
const sameSignalMilliseconds = 250

/** Resolves with the first signal of any kind. Calls `again` for a later one. */
export const askedToEnd = (again: () => void): Promise<void> =>
  new Promise((asked) => {
    let first: number | undefined
    const heard = (): void => {
      const now = performance.now()
      first ??= now
      if (now - first > sameSignalMilliseconds) again()
      asked()
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, heard)
  })
