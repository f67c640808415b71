// What is addressed by name rather than by reference: it has the same name in every stack, in the functions and in the operator's commands.

import type { Compressor } from './compressor-fields.ts'

/** CloudFront takes web ACLs and certificates from here alone, and counts its metrics here alone. */
export const edgeRegion = 'us-east-1'

export type StackName = 'storage' | 'compressor' | 'proxy' | 'firewall' | 'edge'

export const stackName = ({ prefix }: { readonly prefix: string }, name: StackName): string => `${prefix}${name}`

interface NamesEndpoint {
  readonly prefix: string
  readonly compressor: Compressor
}

/**
 * One name per kind of endpoint, and per instance type: SageMaker cannot turn an instance-based endpoint into a serverless
 * one, and refuses another instance type to an endpoint that scales. A new name is a new endpoint.
 */
export const endpointName = ({ prefix, compressor }: NamesEndpoint): string =>
  compressor.kind === 'real-time'
    ? `${prefix}compressor-${compressor.instanceType.replace(/^ml\./, '').replaceAll('.', '-')}`
    : `${prefix}compressor-${compressor.kind}`

/** What SageMaker takes. */
export const maxEndpointName = 63

/** The one variant of an endpoint. */
export const variantName = 'current'
