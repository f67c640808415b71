// The fields of the compressor, one set for each kind.

import * as z from 'zod'
import { whole } from './fields.ts'

const instanceType = z
  .string()
  .regex(/^ml\.[a-z][a-z0-9-]*\.[a-z0-9]+$/, 'must be an instance type such as ml.c6i.large')
  .refine((type) => !/^ml\.[a-z]+\d+g/.test(type), 'must be an x86 type: the image is built for linux/amd64')

const imageTag = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'must be the tag of an image of the stage: 64 hexadecimal digits')
  .optional()
  .describe('Tag of the image to run, to go back or to stay. Without it, the image of this checkout')

const realTime = z
  .strictObject({
    kind: z.literal('real-time').describe('Instances that are always warm, with autoscaling. The default'),
    imageTag,
    instanceType: instanceType.default('ml.c6i.large').describe('Instance type; x86 only'),
    minimumInstances: whole(1, 100).default(1).describe('The fewest instances'),
    maximumInstances: whole(1, 100).default(4).describe('The most instances'),
    requestsPerInstance: whole(1, 100).default(2).describe('Simultaneous requests per instance that scaling aims at'),
  })
  .refine(({ minimumInstances, maximumInstances }) => minimumInstances <= maximumInstances, {
    path: ['minimumInstances'],
    message: 'must not be above maximumInstances',
  })

const serverless = z.strictObject({
  kind: z.literal('serverless').describe('Costs nothing when idle, and then starts cold'),
  imageTag,
  memoryMb: whole(1024, 6144)
    .refine((megabytes) => megabytes % 1024 === 0, 'must be a multiple of 1024')
    .default(3072)
    .describe('Memory; a multiple of 1024'),
  maximumConcurrency: whole(1, 200).default(10).describe('Simultaneous requests; more are refused'),
})

/** Megabytes of a function that runs the engines too: their thread has a heap of 256 (adapters/worker/compressor.ts). */
export const leastWithEngines = 512

const inFunction = z.strictObject({
  kind: z
    .literal('in-function')
    .describe('In a thread of each function: no endpoint, no image, minutes less to deploy. For development'),
})

export const compressor = z
  .discriminatedUnion(
    'kind',
    [realTime, serverless, inFunction],
    'must have a kind: "real-time", "serverless" or "in-function"',
  )
  .prefault({ kind: 'real-time' })

export type Compressor = z.output<typeof compressor>
export type RealTimeCompressor = z.output<typeof realTime>
/** Of a kind that SageMaker runs. */
export type EndpointCompressor = RealTimeCompressor | z.output<typeof serverless>
