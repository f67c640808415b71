// The kinds of text that the engine treats differently, each with its own allowance.

export const TextKind = {
  json: 0,
  log: 1,
  /** Frames of a stack trace. */
  trace: 2,
  table: 3,
  diff: 4,
  listing: 5,
  code: 6,
  prose: 7,
  /** Settings: YAML, INI, properties. */
  settings: 8,
  /** Whole pages of HTML. */
  page: 9,
} as const
export type TextKind = (typeof TextKind)[keyof typeof TextKind]
