// The secrets that the front door proves itself with: one for each generation that functions accept. Found by name, as
// tables are, by functions and by the distribution. Rotated by the stage's file, because the distribution has to follow.

import { RemovalPolicy, SecretValue } from 'aws-cdk-lib'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { Construct } from 'constructs'
import { acknowledge } from '../nag/acknowledge.ts'
import type { Stage } from '../stage/config.ts'

export const secretName = ({ prefix }: Pick<Stage, 'prefix'>, generation: number): string =>
  `${prefix}origin-secret-${generation}`

/** The newest first; the one before it stays good, so that no request is refused while the distribution changes over. */
const generations = ({ frontDoor }: Stage): readonly number[] => {
  const { enabled, originSecretGeneration: newest } = frontDoor
  return enabled ? [newest, newest - 1].filter((generation) => generation >= 1) : []
}

/**
 * A reference that CloudFormation resolves while it deploys. What CloudFront sends and what functions know is no more
 * than a proof of the way; the value shows to whoever may read the configuration of either.
 */
const reference = (stage: Stage, generation: number): string =>
  SecretValue.secretsManager(secretName(stage, generation)).unsafeUnwrap()

/** What functions accept, as the variable that they read: nothing where they let everybody in. */
export const acceptedSecrets = (stage: Stage): string =>
  stage.frontDoor.originVerification
    ? generations(stage)
        .map((generation) => reference(stage, generation))
        .join(',')
    : ''

/** What the front door sends, whether functions ask for it or not: they can begin to at any time. */
export const sentSecret = (stage: Stage): string => reference(stage, stage.frontDoor.originSecretGeneration)

export class OriginSecrets extends Construct {
  constructor(scope: Construct, id: string, { stage }: { readonly stage: Stage }) {
    super(scope, id)
    for (const generation of generations(stage)) {
      const secret = new Secret(this, `Generation${generation}`, {
        secretName: secretName(stage, generation),
        description: 'Context compaction: tells functions that a request came through the front door.',
        // Letters and digits: it travels as a header, and beside others in one variable.
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
