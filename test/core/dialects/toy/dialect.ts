// A dialect unlike the three that are served, and all there is to say of it: the folder and one line in a registry.

import type { Dialect } from '../../../../core/dialects/dialect.ts'
import { nameInPath } from '../../../../core/dialects/paths.ts'
import { toyProvider } from './provider.ts'
import { readToy } from './read.ts'
import { toyUsage } from './usage.ts'

const paths = ['/v1beta/models/*:generate', '/v1beta/models/*:streamGenerate']

export const toy: Dialect = {
  id: 'toy',
  provider: toyProvider,
  paths,
  modelOf: (_tape, path) => paths.map((pattern) => nameInPath(pattern, path)).find((name) => name !== undefined),
  read: readToy,
  usage: toyUsage,
}
