// From where CloudFront comes to a load balancer by a VPC origin: from its own addresses, and not from those of the VPC. AWS keeps a list
// of them in each region under one name, and CloudFormation does not know its id.

import { RemovalPolicy } from 'aws-cdk-lib'
import { type IPeer, Peer } from 'aws-cdk-lib/aws-ec2'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import { AwsCustomResource, PhysicalResourceId } from 'aws-cdk-lib/custom-resources'
import type { Construct } from 'constructs'
import { acknowledge } from '../nag/acknowledge.ts'
import { allow, serviceRole, writeLog } from '../roles/service-role.ts'
import type { Stage } from '../stage/config.ts'

const listName = 'com.amazonaws.global.cloudfront.origin-facing'
const idPath = 'PrefixLists.0.PrefixListId'

/** Asks for the list during a deployment, once there is `after`, which takes minutes: a role that was just made may not be known everywhere. */
export const cloudFrontAddresses = (scope: Construct, stage: Stage, after: Construct): IPeer => {
  const logGroup = new LogGroup(scope, 'ListLog', {
    retention: stage.logRetentionDays,
    removalPolicy: RemovalPolicy.DESTROY,
  })
  const role = serviceRole(scope, 'ListRole', 'lambda.amazonaws.com', [
    allow(['ec2:DescribeManagedPrefixLists'], '*'),
    writeLog(logGroup.logGroupArn),
  ])
  acknowledge(role, 'IAM5[Resource::*]', 'Lists of addresses are described as a whole: AWS knows no resource for it.')
  const list = new AwsCustomResource(scope, 'List', {
    onUpdate: {
      service: 'EC2',
      action: 'DescribeManagedPrefixLists',
      parameters: { Filters: [{ Name: 'prefix-list-name', Values: [listName] }] },
      outputPaths: [idPath],
      physicalResourceId: PhysicalResourceId.of(listName),
    },
    // The CDK would attach a managed policy, which allows writing every log group of the account.
    role: role.withoutPolicyUpdates(),
    logGroup,
    installLatestAwsSdk: false,
  })
  list.node.addDependency(after)
  return Peer.prefixList(list.getResponseField(idPath))
}
