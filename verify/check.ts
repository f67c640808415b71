// A check: how it is named, what its result means, and how all of them are run. Knows nothing of what is checked.

import type { Deployment } from './deployment.ts'
import type { Question } from './questions.ts'

/** `Subject`: what is checked. */
export interface Check<Subject = Deployment> {
  readonly name: string
  /** What it means for a client that the check holds. */
  readonly means: string
  /** The question about a deployment that it answers: see questions.ts. */
  readonly answers?: Question
  /** Resolves with what was seen. Throws `Unexpected` when it does not hold, `Skipped` when it cannot be tried. */
  readonly run: (subject: Subject) => Promise<string>
}

/** The check does not hold. The message is what was seen; it holds no key. */
export class Unexpected extends Error {
  override readonly name = 'Unexpected'
}

/** The check cannot be tried. The message says what it needs. */
export class Skipped extends Error {
  override readonly name = 'Skipped'
}

export type Result = 'passed' | 'failed' | 'skipped'

export interface Outcome {
  readonly check: Omit<Check, 'run'>
  readonly result: Result
  readonly seen: string
}

/** Throws `Unexpected` when a condition does not hold. */
export function expect(condition: boolean, seen: string): asserts condition {
  if (!condition) throw new Unexpected(seen)
}

const outcomeOf = async <Subject>(check: Check<Subject>, subject: Subject): Promise<Outcome> => {
  try {
    return { check, result: 'passed', seen: await check.run(subject) }
  } catch (error) {
    if (error instanceof Skipped) return { check, result: 'skipped', seen: error.message }
    return { check, result: 'failed', seen: error instanceof Error ? error.message : 'something unknown' }
  }
}

/** Runs one after the other: timings must not disturb each other. `done` is called with each outcome. */
export const runChecks = async <Subject>(
  checks: readonly Check<Subject>[],
  subject: Subject,
  done: (outcome: Outcome) => void,
): Promise<readonly Outcome[]> => {
  const outcomes: Outcome[] = []
  for (const check of checks) {
    const outcome = await outcomeOf(check, subject)
    outcomes.push(outcome)
    done(outcome)
  }
  return outcomes
}
