// The network of the containers: a VPC of the stage's, or one of the operator's. Nothing in it has a public address.

import { Annotations } from 'aws-cdk-lib'
import {
  GatewayVpcEndpointAwsService,
  InterfaceVpcEndpoint,
  InterfaceVpcEndpointAwsService,
  IpAddresses,
  type IVpc,
  Peer,
  Port,
  SecurityGroup,
  SubnetType,
  Vpc,
} from 'aws-cdk-lib/aws-ec2'
import type { Construct } from 'constructs'
import { acknowledge } from '../nag/acknowledge.ts'
import type { Stage } from '../stage/config.ts'
import { hasEndpoint } from '../stage/names.ts'

type GivenVpc = NonNullable<Stage['fargate']['vpc']>

const ownVpc = (scope: Construct, { fargate }: Stage): IVpc => {
  const vpc = new Vpc(scope, 'Vpc', {
    ipAddresses: IpAddresses.cidr(fargate.vpcCidr),
    maxAzs: 2,
    natGateways: fargate.natGateways,
    subnetConfiguration: [
      { name: 'public', subnetType: SubnetType.PUBLIC, cidrMask: 24, mapPublicIpOnLaunch: false },
      { name: 'private', subnetType: SubnetType.PRIVATE_WITH_EGRESS, cidrMask: 20 },
    ],
    // It would take a function of the CDK's. Nothing uses that group.
    restrictDefaultSecurityGroup: false,
    gatewayEndpoints: {
      DynamoDb: { service: GatewayVpcEndpointAwsService.DYNAMODB },
      S3: { service: GatewayVpcEndpointAwsService.S3 },
    },
  })
  acknowledge(
    vpc,
    'VPC7',
    'Flow logs would hold the addresses of callers. A VPC of the operator has what the operator wants.',
  )
  // The CDK's class and its interface differ in members that may be missing.
  return vpc as IVpc
}

const givenVpc = (scope: Construct, { id, cidr, availabilityZones, privateSubnetIds }: GivenVpc): IVpc => {
  const vpc = Vpc.fromVpcAttributes(scope, 'Vpc', {
    vpcId: id,
    vpcCidrBlock: cidr,
    availabilityZones: [...availabilityZones],
    privateSubnetIds: [...privateSubnetIds],
  })
  Annotations.of(vpc).acknowledgeWarning('@aws-cdk/aws-ec2:noSubnetRouteTableId', 'Nothing here asks for route tables.')
  return vpc
}

/** What containers call besides the tables. The secret of the deployment keys every digest, so all of them ask for it. */
const called = (stage: Stage): Readonly<Record<string, InterfaceVpcEndpointAwsService>> => ({
  Images: InterfaceVpcEndpointAwsService.ECR,
  Layers: InterfaceVpcEndpointAwsService.ECR_DOCKER,
  Logs: InterfaceVpcEndpointAwsService.CLOUDWATCH_LOGS,
  Secrets: InterfaceVpcEndpointAwsService.SECRETS_MANAGER,
  ...(hasEndpoint(stage) ? { Compressor: InterfaceVpcEndpointAwsService.SAGEMAKER_RUNTIME } : {}),
})

/** The addresses of the VPC. */
export const rangeOf = ({ fargate }: Stage): string => fargate.vpc?.cidr ?? fargate.vpcCidr

/** The VPC, with its endpoints. */
export const network = (scope: Construct, stage: Stage): IVpc => {
  const { vpc: given, privateEndpoints } = stage.fargate
  const vpc = given === undefined ? ownVpc(scope, stage) : givenVpc(scope, given)
  if (privateEndpoints) {
    const callers = new SecurityGroup(scope, 'EndpointCallers', {
      vpc,
      description: 'Context compaction: who may call AWS within the VPC.',
      allowAllOutbound: false,
    })
    callers.addIngressRule(Peer.ipv4(rangeOf(stage)), Port.tcp(443))
    for (const [id, service] of Object.entries(called(stage)))
      new InterfaceVpcEndpoint(scope, `${id}Endpoint`, {
        vpc,
        service,
        privateDnsEnabled: true,
        subnets: { subnets: vpc.privateSubnets },
        securityGroups: [callers],
        open: false,
      })
  }
  return vpc
}
