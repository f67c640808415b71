// The secret that keys the digests in the tables. It lives as long as they do: without it no key and no conversation is found again.

import { ArnFormat, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import type { Construct } from 'constructs'
import { deploymentSecretName } from '../../core/access/keys/deployment-secrets.ts'
import { acknowledge } from '../nag/acknowledge.ts'
import type { Stage } from '../stage/config.ts'

export const deploymentSecret = (scope: Construct, stage: Stage): Secret => {
  const secret = new Secret(scope, 'DeploymentSecret', {
    secretName: deploymentSecretName(stage.prefix),
    description: 'Context compaction: keys the digests in the tables. Tables are of no use without it.',
    generateSecretString: { excludePunctuation: true, passwordLength: 48 },
    // A first deployment that is rolled back takes it away again: unlike a table it cannot be taken into a new stack.
    removalPolicy: stage.removal === 'retain' ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
  })
  acknowledge(
    secret,
    'SMG4',
    'Rotated by the operator: keys made under the previous one need it as long as they are used.',
  )
  return secret
}

/** Allows reading it, by its name and the six characters that AWS adds to every secret's. */
export const mayReadDeploymentSecret = (scope: Construct, stage: Stage): PolicyStatement =>
  new PolicyStatement({
    actions: ['secretsmanager:GetSecretValue'],
    resources: [
      Stack.of(scope).formatArn({
        service: 'secretsmanager',
        resource: 'secret',
        resourceName: `${deploymentSecretName(stage.prefix)}-??????`,
        arnFormat: ArnFormat.COLON_RESOURCE_NAME,
      }),
    ],
  })
