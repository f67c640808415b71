// How a check ends: it passes, it fails, or it cannot be tried.

/** The check fails. The message says what was seen, and holds no key. */
class Unexpected extends Error {
  override readonly name = 'Unexpected'
}

/** Throws `Unexpected` if a condition does not hold. */
export function expect(condition: boolean, seen: string): asserts condition {
  if (!condition) throw new Unexpected(seen)
}

/** What a call to a provider fails with, made with a key that nobody has. Throws `Unexpected` if the call is answered. */
export const refusalOf = async (call: Promise<unknown>): Promise<unknown> => {
  let refusal: unknown
  const accepted = await call.then(
    () => true,
    (error: unknown) => {
      refusal = error
      return false
    },
  )
  expect(!accepted, 'the upstream accepted a key that nobody has')
  return refusal
}

export type Result = 'passed' | 'failed' | 'skipped'
