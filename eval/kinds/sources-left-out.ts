// Every source of recorded runs, each with the engine that never saw it.

import { adeline, adelineByRules } from '../../compressor/engines/adeline/editions.ts'
import { isAirlineRun } from '../../testkit/data/corpora.ts'
import { readTranscripts, repositoryOf, type Transcript } from '../../testkit/data/transcripts.ts'
import { engineWithout, engineWithoutLeaves } from '../measures/ranker-folds.ts'
import type { LeftOut } from './left-out.ts'

/**
 * Repositories, services and dialogues by the forests that training wrote to `models`; the one agent that the forest of lines
 * learned from, by the rules alone; and an agent that nothing was made on. `isChosen` thins out each.
 */
export function* sourcesLeftOut(
  folder: string,
  models: string,
  isChosen: (run: Transcript) => boolean,
): Generator<LeftOut> {
  const coding = readTranscripts(folder, 'swe-bench-runs').filter(isChosen)
  for (const [repository, runs] of Map.groupBy(coding, ({ id }) => repositoryOf(id).replace(/^mini-.*__/, '')))
    yield { source: repository, runs, engine: engineWithout(models, repository) }
  yield { source: 'all five, by the rules', runs: coding, engine: adelineByRules }
  const service = Map.groupBy(readTranscripts(folder, 'customer-service').filter(isChosen), (run) =>
    isAirlineRun(run) ? 'airline' : 'retail',
  )
  for (const [domain, runs] of service) yield { source: domain, runs, engine: engineWithoutLeaves(models, domain) }
  const dialogues = readTranscripts(folder, 'schema-guided-dev').filter(isChosen)
  yield { source: 'dialogues', runs: dialogues, engine: engineWithoutLeaves(models, 'dialogues') }
  yield { source: 'swe-agent-demos', runs: readTranscripts(folder, 'swe-agent-demos'), engine: adeline }
}
