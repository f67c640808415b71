// What every exchange of a deployment shares, and what tells its routes apart.

import type { UnderWay } from '../access/limits/under-way.ts'
import type { ReadPrefixes } from '../chain/identity/read-prefixes.ts'
import type { SharedSlots } from '../compaction/background/background-slots.ts'
import type { DecisionMemory } from '../compaction/decision/memory.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { servedPaths } from '../dialects/paths.ts'
import type { SharedBytes } from '../runtime/shared-bytes.ts'
import type { UpstreamOrigins } from '../upstream/origins.ts'
import type { Ports } from './ports.ts'

export interface Deployment {
  readonly ports: Ports
  readonly underWay: UnderWay
  readonly origins: UpstreamOrigins
  readonly memory: DecisionMemory
  readonly prefixes: ReadPrefixes
  readonly backgroundSlots: SharedSlots
  /** Bounds what all meters hold of answers. */
  readonly meterMemory: SharedBytes
  /** How long `arrival` may wait for decisions. */
  readonly arrivalMilliseconds: number
}

export interface ProxyRoute {
  readonly name: string
  /** `*` stands for one name. Any other path under a provider is passed through, so that one function's URL is a whole base URL. Absent: every path is this route's. */
  readonly paths?: readonly string[]
  /** Absent: nothing is read or compacted. */
  readonly dialect?: Dialect
}

/** The route of a dialect: its paths under every prefix of its provider. */
export const routeOfDialect = (dialect: Dialect): ProxyRoute => ({
  name: dialect.id,
  paths: servedPaths(dialect),
  dialect,
})
