// The two ways in which a command ends badly.

/** It could not be done: the message on standard error, exit 1. The message says what to do next, and holds no token. */
export class Failed extends Error {
  /** Its kinds have it too: by it `estimate`, a script of its own, is told what failed. */
  override readonly name = 'Failed'
}

/** A fault of one thing, in the parts that the doctor prints: what is the matter, where it stands, and what mends it. */
export class Located extends Failed {
  readonly what: string
  readonly where: string
  readonly mend: string

  constructor(what: string, where: string, mend: string) {
    super(`${what} ${mend}`)
    this.what = what
    this.where = where
    this.mend = mend
  }
}

/** The words were not understood: the message and the usage on standard error, exit 2. */
export class NotUnderstood extends Error {
  override readonly name = 'NotUnderstood'
}
