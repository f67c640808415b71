// Fields of the containers that serve in place of the functions.

import * as z from 'zod'
import { onOrOff, whole } from './fields.ts'

const cidrFault = 'must be a range of addresses such as 10.0.0.0/8'
const cidr = z.string(cidrFault).regex(/^\d{1,3}(\.\d{1,3}){3}\/\d{1,2}$/, cidrFault)

const vpc = z.strictObject({
  id: z
    .string()
    .regex(/^vpc-[0-9a-f]+$/, 'must be the id of a VPC')
    .describe('A VPC of yours. Absent: the stage makes one'),
  cidr: cidr.describe('Its range of addresses'),
  availabilityZones: z.array(z.string().min(1)).min(2).describe('The zones of its subnets, in their order'),
  privateSubnetIds: z
    .array(z.string().regex(/^subnet-[0-9a-f]+$/, 'must be the id of a subnet'))
    .min(2)
    .describe('Private subnets from which providers can be reached, one in each zone'),
})

const certificateFault = 'must be the ARN of an ACM certificate in the stage’s region'

export const fargate = z
  .strictObject({
    cpu: z
      .literal([256, 512, 1_024, 2_048, 4_096], 'must be 256, 512, 1024, 2048 or 4096')
      .default(1_024)
      .describe(
        'Processor of a container, in 1,024ths. One process uses one whole processor at most, and a little of another',
      ),
    memoryMb: whole(512, 30_720)
      .default(2_048)
      .describe('Memory of a container, as Fargate allows it beside its processor'),
    minimumContainers: whole(1, 1_000).default(2).describe('The fewest containers'),
    maximumContainers: whole(1, 5_000).default(20).describe('The most containers'),
    streamsPerContainer: whole(10, 10_000).default(500).describe('Open streams of a container that scaling aims at'),
    vpc: vpc.optional().describe('The network'),
    vpcCidr: cidr.default('10.73.0.0/16').describe('The range of addresses of a VPC that the stage makes'),
    natGateways: whole(1, 3)
      .default(1)
      .describe('NAT gateways of a VPC that the stage makes: all that providers see are their addresses'),
    privateEndpoints: onOrOff()
      .default(false)
      .describe(
        'Interface endpoints for images, secrets, logs and compressor. DynamoDB and S3 are reached by gateways: a VPC of the stage always has them; in one of yours add them to the route tables, or those calls leave by its NAT',
      ),
    clients: z
      .array(cidr)
      .default([])
      .describe('Without a front door: who may reach the load balancer, besides the VPC itself'),
    certificateArn: z
      .string(certificateFault)
      .regex(/^arn:[a-z-]+:acm:[a-z0-9-]+:\d{12}:certificate\//, certificateFault)
      .optional()
      .describe('Without a front door: the certificate of the load balancer. Absent: it speaks HTTP'),
  })
  .refine(({ minimumContainers, maximumContainers }) => minimumContainers <= maximumContainers, {
    path: ['minimumContainers'],
    message: 'must not be above maximumContainers',
  })
