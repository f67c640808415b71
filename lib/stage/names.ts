// The resources that are addressed by name and not by reference. They have the same name in every stack, in the functions
// and in the operator's commands.

import { type TableId, tableName } from '../../adapters/dynamo/tables/tables.ts'
import type { Compressor, EndpointCompressor } from './compressor-fields.ts'

/** The only region where CloudFront accepts web ACLs and certificates and counts its metrics. */
export const edgeRegion = 'us-east-1'

export type StackName =
  | 'storage'
  | 'compressor'
  | 'proxy'
  | 'firewall'
  | 'edge'
  | 'watch'
  | 'canary'
  | 'dashboard'
  | 'container'
  | 'names'

/** They stand in the region of the edge, whatever region the stage is in. */
const inEdgeRegion: ReadonlySet<StackName> = new Set(['firewall', 'names', 'watch'])

/** Of one stack, in a stage of this region. */
export const regionOfStack = (name: StackName, region: string): string => (inEdgeRegion.has(name) ? edgeRegion : region)

interface NamesStacks {
  readonly prefix: string
  readonly region?: string | undefined
}

/**
 * Begins names in what stages of one prefix in several regions share: the region of the edge, and what AWS names once in an account.
 * There a name carries the region of its stage.
 */
export const sharedPrefix = ({ prefix, region }: NamesStacks): string =>
  region === undefined ? prefix : `${prefix}${region}-`

export const stackName = (stage: NamesStacks, name: StackName): string =>
  `${inEdgeRegion.has(name) ? sharedPrefix(stage) : stage.prefix}${name}`

interface NamesEndpoint {
  readonly prefix: string
  readonly compressor: Compressor
}

interface HasEndpoint {
  readonly compressor: EndpointCompressor
}

/** Whether SageMaker runs the compressor. */
export const hasEndpoint = <Given extends NamesEndpoint>(stage: Given): stage is Given & HasEndpoint =>
  stage.compressor.kind !== 'in-function'

/**
 * One name per kind of endpoint and per instance type. SageMaker cannot turn an instance-based endpoint into a serverless
 * one, and it refuses another instance type for an endpoint that scales. A new name makes a new endpoint.
 */
export const endpointName = ({ prefix, compressor }: NamesEndpoint & HasEndpoint): string =>
  compressor.kind === 'real-time'
    ? `${prefix}compressor-${compressor.instanceType.replace(/^ml\./, '').replaceAll('.', '-')}`
    : `${prefix}compressor-${compressor.kind}`

/** The function that counts receipts, and the queue of what it gave up. */
export const foldName = ({ prefix }: { readonly prefix: string }): string => `${prefix}fold`
export const foldLostName = ({ prefix }: { readonly prefix: string }): string => `${prefix}fold-lost`

/** The queue of exports of the ledger that could not be begun. */
export const exportFailedName = ({ prefix }: { readonly prefix: string }): string => `${prefix}export-failed`

export const dashboardName = ({ prefix }: { readonly prefix: string }): string => `${prefix}dashboard`

/** The parameter in which the dashboard finds where it is and who signs people in. */
export const dashboardParameter = ({ prefix }: { readonly prefix: string }): string => `/${prefix}dashboard`

/** SageMaker's limit. */
export const maxEndpointName = 63

/** Name of the endpoint's only variant. */
export const variantName = 'current'

interface NamesTables {
  readonly prefix: string
  readonly tablePrefix?: string | undefined
}

/** What all tables of the stage begin with. */
export const tablePrefixOf = ({ prefix, tablePrefix }: NamesTables): string => tablePrefix ?? prefix

/** The name of one of the stage's tables. */
export const tableOf = (stage: NamesTables, table: TableId): string => tableName(tablePrefixOf(stage), table)
