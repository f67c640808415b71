// A check: how it is named, what its result means, and how all of them are run. Knows nothing of what a check asks.

import { Skipped } from '../testkit/skipped.ts'
import type { Deployment } from './deployment.ts'
import type { Result } from './outcome.ts'
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

export interface Outcome {
  readonly check: Omit<Check, 'run'>
  readonly result: Result
  readonly seen: string
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
