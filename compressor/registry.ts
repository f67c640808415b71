// Every engine in this container, and the names that select it. A new version is one more line; the old one stays, so that a
// running conversation keeps the engine that it started with.

import {
  adeline,
  adelineByAnswers,
  adelineByBelonging,
  adelineByDetails,
  adelineByDifference,
  adelineByEnding,
  adelineByForests,
  adelineByLines,
  adelineByListing,
  adelineByPrinting,
  adelineByRecords,
  adelineByRules,
  adelineByShowing,
  adelineByTelling,
  adelineByVerdicts,
} from './engines/adeline/editions.ts'
import type { Engine } from './engines/engine.ts'
import { helene, heleneByExceptions, learnedHelene, ruleBasedHelene } from './engines/helene/engine.ts'
import { formerLossless, lossless } from './engines/lossless.ts'

const engines: readonly Engine[] = [
  ruleBasedHelene,
  learnedHelene,
  heleneByExceptions,
  helene,
  adelineByRules,
  adelineByLines,
  adelineByForests,
  adelineByRecords,
  adelineByVerdicts,
  adelineByDetails,
  adelineByAnswers,
  adelineByDifference,
  adelineByBelonging,
  adelineByPrinting,
  adelineByEnding,
  adelineByListing,
  adelineByShowing,
  adelineByTelling,
  adeline,
  formerLossless,
  lossless,
]

/** Public names, each with the version that it selects now. */
const aliases: Readonly<Record<string, string>> = {
  'helene-1': helene.version,
  'adeline-1': adeline.version,
}

/** Names that select the current version of an engine. */
export const aliasNames: readonly string[] = Object.keys(aliases)

const byVersion: ReadonlyMap<string, Engine> = new Map(engines.map((engine) => [engine.version, engine]))

/** All names that select an engine: aliases first, then pinned versions. */
export const selectableEngines: readonly string[] = [...new Set([...aliasNames, ...byVersion.keys()])]

/** The engine behind an alias or a pinned version. */
export const findEngine = (name: string): Engine | undefined =>
  byVersion.get((Object.hasOwn(aliases, name) ? aliases[name] : undefined) ?? name)
