// A fault has a number, a name, what is expected of it, and a play; each is played by itself or, when it mostly waits, beside others.

import type { Finally } from '../../testkit/after-suite.ts'
import type { ContainerRig } from './container-rig.ts'
import type { Tally } from './tally.ts'

/** What a play has. */
export interface Trial {
  readonly tally: Tally
  /** Stands for nothing but this trial. */
  readonly session: string
  /** The running container. It is looked at again when the play is over. */
  readonly rig: ContainerRig
  /** The first value in CI, the second one where everything is played at its whole length. */
  whole<T>(short: T, whole: T): T
  readonly finallyDo: Finally
}

export interface Fault {
  readonly number: number
  readonly name: string
  readonly expected: string
  /** Mostly waits: is played beside all others of its kind. @default false */
  readonly patient?: boolean
  readonly play: (trial: Trial) => Promise<void>
}
