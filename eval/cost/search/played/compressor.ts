// The compressor as the search plays it: it reads from each text what it is to keep, and fails as the session says.

import { agedReads } from '../../../../core/compaction/decision/budgets.ts'
import type { Compressor } from '../../../../core/compressor/compressor.ts'
import type { CompressionResult } from '../../../../core/compressor/contract.ts'
import { losslessSpans } from '../../../../core/lossless/lossless.ts'
import { sliceSpans } from '../../../../core/text/spans.ts'
import { chanceOf } from '../../sessions/chance.ts'
import type { MadeUpSession } from '../client/session.ts'
import { countCheaply, keptOf } from '../shapes/texts.ts'

const agedBudgets = new Set<number>(Object.values(agedReads).map(({ budget }) => budget))

/** Of what a version keeps, the next one keeps so much. */
const ofVersionBefore = 0.6

/** `deeper`: of reads that nothing has used for long, it keeps half as much. */
const answerTo = (engine: string, version: number, text: string, deeper: boolean): CompressionResult => {
  const tokens = countCheaply(text)
  const kept = engine.startsWith('lossless')
    ? losslessSpans(text)
    : keptOf(text, (deeper ? 0.5 : 1) * ofVersionBefore ** version)
  if (kept === undefined) return { abstained: 'too-short', tokens_before: tokens }
  const after = countCheaply(sliceSpans(text, kept))
  return {
    kept: kept.map(([start, end]) => [start, end]),
    tokens_before: tokens,
    tokens_after: after,
    rate_reached: 1 - after / tokens,
    floor_reached: false,
  }
}

/** Fails as often as the shape says, and for ever once it is dead. */
export const searchCompressor = ({ shape, deadFrom, name }: MadeUpSession): Compressor => {
  const chance = chanceOf('compressor', name.number)
  const versionChance = chanceOf('versions', name.number)
  let asked = 0
  return {
    available: ['adeline-1'],
    async compress({ engine, texts, budget }) {
      asked += 1
      if (asked > deadFrom || chance() < shape.late) throw new Error('The compressor does not answer.')
      const version = Math.floor(versionChance() * shape.versions)
      return {
        engine_version: `${engine}.${version}.0`,
        results: texts.map((text) => answerTo(engine, version, text, agedBudgets.has(budget ?? 0))),
      }
    },
  }
}
