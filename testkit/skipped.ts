// What ends a check, or a suite, that this machine cannot run.

/** It cannot be tried here. The message says what it needs. */
export class Skipped extends Error {
  override readonly name = 'Skipped'
}
