// What is addressed by name rather than by reference: it has the same name in every stack, in the functions and in the operator's commands.

import type { Stage } from './config.ts'

/** CloudFront takes web ACLs and certificates from here alone, and counts its metrics here alone. */
export const edgeRegion = 'us-east-1'

export type StackName = 'storage' | 'compressor' | 'proxy' | 'firewall' | 'edge'

export const stackName = ({ prefix }: Pick<Stage, 'prefix'>, name: StackName): string => `${prefix}${name}`

/** One name per kind of endpoint: SageMaker cannot turn an instance-based endpoint into a serverless one. */
export const endpointName = ({ prefix, compressor }: Pick<Stage, 'prefix' | 'compressor'>): string =>
  `${prefix}compressor-${compressor.kind}`

/** The one variant of an endpoint. */
export const variantName = 'current'
