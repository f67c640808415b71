// Lines for standard output that are written together: each write wakes its reader, and costs more than the lines do.

export interface Lines {
  /** A line with its end. */
  add(line: string): void
  /** Writes what was added. Never throws. */
  flush(): void
}

/** More is written at once. */
const mostCharacters = 65_536

export const gatheredLines = (write: (text: string) => void): Lines => {
  let text = ''
  const flush = (): void => {
    if (text === '') return
    const taken = text
    text = ''
    try {
      write(taken)
    } catch {
      // If nobody takes the lines, there is nowhere to report it.
    }
  }
  return {
    add(line) {
      text += line
      if (text.length > mostCharacters) flush()
    },
    flush,
  }
}

/**
 * Does the work at once, or in a process of many exchanges once for all that ask within `milliseconds`: the last of it when the
 * process ends.
 */
export const doneTogether = (work: () => void, milliseconds: number): (() => void) => {
  if (milliseconds === 0) return work
  let isAsked = false
  const due = (): void => {
    isAsked = false
    work()
  }
  process.on('exit', work)
  return () => {
    if (isAsked) return
    isAsked = true
    setTimeout(due, milliseconds).unref()
  }
}
