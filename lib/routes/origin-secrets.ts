// The secrets that prove a request came through the front door, one for each generation that functions accept. Functions
// and distribution find them by name, like tables. The stage's file rotates them, because the distribution has to follow.

import { RemovalPolicy, SecretValue } from 'aws-cdk-lib'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { Construct } from 'constructs'
import { acknowledge } from '../nag/acknowledge.ts'
import type { Stage } from '../stage/config.ts'

const secretName = ({ prefix }: Pick<Stage, 'prefix'>, generation: number): string =>
  `${prefix}origin-secret-${generation}`

/** The newest first. The previous one stays valid, so that no request is refused while the distribution changes over. */
const generations = ({ frontDoor }: Stage): readonly number[] => {
  const { enabled, originSecretGeneration: newest } = frontDoor
  return enabled ? [newest, newest - 1].filter((generation) => generation >= 1) : []
}

/** Of all that a deployment makes. */
export const secretNames = (stage: Stage): readonly string[] =>
  generations(stage).map((generation) => secretName(stage, generation))

/** The least generation that makes none of these. */
export const generationBeyond = (stage: Stage, names: readonly string[]): number => {
  const begin = secretName(stage, 0).slice(0, -1)
  const taken = names.filter((name) => name.startsWith(begin)).map((name) => Number(name.slice(begin.length)))
  // It makes the one before, too.
  return Math.max(...taken) + 2
}

/**
 * A reference that CloudFormation resolves during a deployment. The secret proves only the way that a request took. Anyone
 * who may read the configuration of the functions or of the distribution can see it.
 */
const reference = (stage: Stage, generation: number): string =>
  SecretValue.secretsManager(secretName(stage, generation)).unsafeUnwrap()

/** The secrets that functions accept, as the variable that they read; empty if they accept every request. */
export const acceptedSecrets = (stage: Stage): string =>
  stage.frontDoor.originVerification
    ? generations(stage)
        .map((generation) => reference(stage, generation))
        .join(',')
    : ''

/** The secret that the front door sends, even if functions do not ask for it, because they can begin to at any time. */
export const sentSecret = (stage: Stage): string => reference(stage, stage.frontDoor.originSecretGeneration)

export class OriginSecrets extends Construct {
  constructor(scope: Construct, id: string, { stage }: { readonly stage: Stage }) {
    super(scope, id)
    for (const generation of generations(stage)) {
      const secret = new Secret(this, `Generation${generation}`, {
        secretName: secretName(stage, generation),
        description: 'Context compaction: tells functions that a request came through the front door.',
        // Letters and digits only, because it is sent as a header, and stored beside others in one variable.
        generateSecretString: { excludePunctuation: true, passwordLength: 48 },
        removalPolicy: RemovalPolicy.DESTROY,
      })
      acknowledge(
        secret,
        'SMG4',
        'Rotated by the file of the stage: distribution and functions have to change together, in two steps.',
      )
    }
  }
}
