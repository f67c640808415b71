// A check has a name, a meaning and a run; all of them run one after the other. Knows nothing of what a check asks.

import { Skipped } from '../testkit/skipped.ts'
import type { DeployedService } from './deployed-service.ts'
import type { Result } from './outcome.ts'
import type { Question } from './questions.ts'

/** `Subject`: what is checked. */
export interface Check<Subject = DeployedService> {
  readonly name: string
  /** What it means for a client if the check passes. */
  readonly means: string
  /** The question of questions.ts that the check answers. */
  readonly answers?: Question
  /** Resolves with what was seen. Throws `Unexpected` if the check fails, `Skipped` if it cannot be tried. */
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
    return { check, result: 'failed', seen: error instanceof Error ? error.message : 'an unknown error' }
  }
}

/**
 * Runs the checks one after the other, so that they do not disturb each other's timings. Calls `done` with each outcome.
 */
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
