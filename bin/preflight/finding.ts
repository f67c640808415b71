// What a judgement says of one thing that a deployment needs.

export interface Finding {
  readonly what: string
  /**
   * `ready`; `limited`: the deployment succeeds, and something will be short later; `missing`: it would fail; `unknown`: the
   * account gave no answer.
   */
  readonly result: 'ready' | 'limited' | 'missing' | 'unknown'
  readonly seen: string
  /** What to ask for, or to do. */
  readonly todo?: string
}

export const ready = (what: string, seen: string): Finding => ({ what, result: 'ready', seen })
export const limited = (what: string, seen: string, todo: string): Finding => ({ what, result: 'limited', seen, todo })
export const missing = (what: string, seen: string, todo: string): Finding => ({ what, result: 'missing', seen, todo })
export const unknown = (what: string, why: string): Finding => ({
  what,
  result: 'unknown',
  seen: `the account does not say (${why})`,
})
