// Roles that an AWS service assumes for this account alone: no resource of another account can make the service use them.
// The policies are written out, because the CDK's grants and managed policies allow more than needed.

import { Stack } from 'aws-cdk-lib'
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { Construct } from 'constructs'

/** `service` as in `lambda.amazonaws.com`. */
export const serviceRole = (scope: Construct, id: string, service: string, statements: PolicyStatement[]): Role =>
  new Role(scope, id, {
    assumedBy: new ServicePrincipal(service, {
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } },
    }),
    inlinePolicies: { own: new PolicyDocument({ statements }) },
  })

export const allow = (actions: string[], ...resources: string[]): PolicyStatement =>
  new PolicyStatement({ actions, resources })

/** Allows writing into a log group that a stack has made. */
export const writeLog = (logGroupArn: string): PolicyStatement =>
  allow(['logs:CreateLogStream', 'logs:PutLogEvents'], logGroupArn)
