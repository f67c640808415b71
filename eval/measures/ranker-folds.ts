// The learned engine with a model that never saw some domain or repository, out of what training/adeline wrote.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { learnedEngine } from '../../compressor/engines/adeline/editions.ts'
import type { StoredForest } from '../../compressor/engines/adeline/learned/stored-forest.ts'
import type { Engine } from '../../compressor/engines/engine.ts'

const forest = z.object({
  sha256: z.string(),
  base: z.number(),
  roots: z.string(),
  feature: z.string(),
  value: z.string(),
  step: z.string(),
  low: z.string(),
  high: z.string(),
})

const readWithout = (folder: string, name: string): StoredForest =>
  forest.parse(JSON.parse(readFileSync(join(folder, `without-${name}.json`), 'utf8')))

/** The engine whose forest of lines never saw what is called `name`. Throws an error when the folder has no such model. */
export const engineWithout = (folder: string, name: string): Engine =>
  learnedEngine(`adeline-1 without ${name}`, { lines: readWithout(folder, name) })

/** The engine whose forest of JSON never saw it. Throws an error when the folder has no such model. */
export const engineWithoutLeaves = (folder: string, name: string): Engine =>
  learnedEngine(`adeline-1 without ${name}`, { leaves: readWithout(join(folder, 'leaves'), name) })
