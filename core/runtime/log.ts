// Where the core writes its log lines.

/** Structured log lines without content: names, counts, ids. */
export interface Log {
  info(message: string, fields: Readonly<Record<string, unknown>>): void
  warn(message: string, fields: Readonly<Record<string, unknown>>): void
  error(message: string, fields: Readonly<Record<string, unknown>>): void
}
