// What the doctor says of one thing it looked at.

export type Level = 'ok' | 'warning' | 'failure'

export interface Finding {
  readonly level: Level
  /** What is the matter, in a sentence; of what is well, a few words. */
  readonly what: string
  /** File and key, variable, or address. */
  readonly where?: string
  /** The line that mends it, or what to do. */
  readonly mend?: string
  /** Mends it, where that is safe. */
  readonly fix?: () => void
}

export const well = (what: string, where?: string): Finding => ({
  level: 'ok',
  what,
  ...(where === undefined ? {} : { where }),
})

export const warning = (what: string, where: string, mend: string, fix?: () => void): Finding => ({
  level: 'warning',
  what,
  where,
  mend,
  ...(fix === undefined ? {} : { fix }),
})

export const failure = (what: string, where: string, mend: string, fix?: () => void): Finding => ({
  ...warning(what, where, mend, fix),
  level: 'failure',
})
