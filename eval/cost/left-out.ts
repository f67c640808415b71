// Each session by an engine that learned nothing from its repository or service, out of the forests that training made without
// each source: so every recorded run says what the engine does to an agent that it never saw.

import { isAirlineRun } from '../../testkit/data/corpora.ts'
import type { Transcript } from '../../testkit/data/transcripts.ts'
import { engineWithout, engineWithoutLeaves } from '../measures/ranker-folds.ts'
import { type BenchCompressor, benchCompressor } from './engine.ts'
import type { Session } from './sessions/session.ts'

/** The repository or service of a run from which forests learned; `undefined`: none learned from it. */
export const sourceOf = (set: string, run: Transcript): string | undefined => {
  if (set === 'service') return isAirlineRun(run) ? 'airline' : 'retail'
  return set === 'coding' || set === 'joined' ? /__([a-z]+)/.exec(run.id)?.[1] : undefined
}

/** The compressor of each session. Throws an error when `folder` has no forest without its source. */
export const leftOutCompressors = (
  folder: string,
  budget: number | undefined,
): ((session: Pick<Session, 'source'>) => BenchCompressor) => {
  const known = new Map<string | undefined, BenchCompressor>()
  const engineFor = (source: string) =>
    source === 'airline' || source === 'retail' ? engineWithoutLeaves(folder, source) : engineWithout(folder, source)
  return ({ source }) => {
    const compressor =
      known.get(source) ?? benchCompressor(budget, source === undefined ? undefined : engineFor(source))
    known.set(source, compressor)
    return compressor
  }
}
