// How a check ends: it passes, it fails, or it cannot be tried.

/** The check fails. The message says what was seen, and holds no key. */
class Unexpected extends Error {
  override readonly name = 'Unexpected'
}

/** Throws `Unexpected` if a condition does not hold. */
export function expect(condition: boolean, seen: string): asserts condition {
  if (!condition) throw new Unexpected(seen)
}

export type Result = 'passed' | 'failed' | 'skipped'
