// Fields of the containers that serve in place of the functions.

import * as z from 'zod'
import { arnOf } from './arn.ts'
import { eachOnce, onOrOff, whole } from './fields.ts'

const cidr = z.cidrv4('must be a range of addresses such as 10.0.0.0/8')
/** AWS makes no larger ones. */
const leastBits = 16

const rangeUpTo = (most: number) => {
  const within = (range: string): boolean => {
    const bits = Number(range.split('/')[1])
    return bits >= leastBits && bits <= most
  }
  return cidr.refine(within, `must be a range from /${leastBits} to /${most}`)
}

/** Fargate's pairs: memory beside a processor, in multiples of 1,024 MB. */
const memoryBeside: Readonly<Record<number, readonly [least: number, most: number]>> = {
  512: [1_024, 4_096],
  1024: [2_048, 8_192],
  2048: [4_096, 16_384],
  4096: [8_192, 30_720],
}
/** Beside the smallest. */
const smallMemory = [512, 1_024, 2_048]

/** What is wrong with a pair. */
const pairFault = (cpu: number, memoryMb: number): string | undefined => {
  const bounds = memoryBeside[cpu]
  if (bounds === undefined)
    return smallMemory.includes(memoryMb) ? undefined : `must be one of ${smallMemory.join(', ')} beside cpu ${cpu}`
  const [least, most] = bounds
  return memoryMb % 1_024 === 0 && memoryMb >= least && memoryMb <= most
    ? undefined
    : `must be a multiple of 1024 from ${least} to ${most} beside cpu ${cpu}`
}

const vpcFields = z.strictObject({
  id: z
    .string()
    .regex(/^vpc-[0-9a-f]+$/, 'must be the id of a VPC')
    .describe('A VPC of yours. Absent: the stage makes one'),
  cidr: rangeUpTo(28).describe('Its range of addresses'),
  availabilityZones: z
    .array(z.string().min(1))
    .min(2)
    .refine(...eachOnce)
    .describe('The zones of its subnets, in their order'),
  privateSubnetIds: z
    .array(z.string().regex(/^subnet-[0-9a-f]+$/, 'must be the id of a subnet'))
    .min(2)
    .refine(...eachOnce)
    .describe('Private subnets from which providers can be reached, one in each zone'),
})

const vpc = vpcFields.refine(
  ({ availabilityZones, privateSubnetIds }) => availabilityZones.length === privateSubnetIds.length,
  { path: ['availabilityZones'], message: 'must be as many as privateSubnetIds: there is one subnet in each' },
)

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
    // For two zones, each with a public and a private subnet.
    vpcCidr: rangeUpTo(18).default('10.73.0.0/16').describe('The range of addresses of a VPC that the stage makes'),
    natGateways: whole(1, 2)
      .default(1)
      .describe(
        'NAT gateways of a VPC that the stage makes, which has two zones: all that providers see are their addresses',
      ),
    privateEndpoints: onOrOff()
      .default(false)
      .describe(
        'Interface endpoints for images, secrets, logs and compressor. DynamoDB and S3 are reached by gateways: a VPC of the stage always has them; in one of yours add them to the route tables, or those calls leave by its NAT',
      ),
    clients: z
      .array(cidr)
      .default([])
      .describe('Without a front door: who may reach the load balancer, besides the VPC itself'),
    certificateArn: arnOf('acm', 'certificate/', certificateFault)
      .optional()
      .describe('Without a front door: the certificate of the load balancer. Absent: it speaks HTTP'),
  })
  .refine(({ minimumContainers, maximumContainers }) => minimumContainers <= maximumContainers, {
    path: ['minimumContainers'],
    message: 'must not be above maximumContainers',
  })
  .superRefine(({ cpu, memoryMb }, context) => {
    const message = pairFault(cpu, memoryMb)
    if (message !== undefined) context.addIssue({ code: 'custom', path: ['memoryMb'], message })
  })
