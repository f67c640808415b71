// Recorded agent runs as they are measured: which part was tuned on, which is reported, and the references in them.

import { referencesOf, type TranscriptReferences } from './forward-references.ts'
import { digestOf, readTranscripts, repositoryOf, type Transcript } from './transcripts.ts'

export interface Corpus {
  readonly name: string
  /** One entry per run. */
  readonly runs: readonly TranscriptReferences[]
}

const hasText = (transcript: Transcript, text: string): boolean =>
  transcript.messages.some(({ role, content }) => role === 'system' && content?.includes(text) === true)

const corpus = (name: string, transcripts: readonly Transcript[]): Corpus => ({
  name,
  runs: transcripts.map(referencesOf),
})

/** Customer service by domain: business JSON. Split by run. Throws an error when the data is absent. */
export const businessRuns = (folder: string, tuning: boolean): Corpus[] => {
  const runs = readTranscripts(folder, 'customer-service').filter(({ id }) => (digestOf(id) % 2 === 0) === tuning)
  const airline = runs.filter((run) => hasText(run, '# Airline Agent Policy'))
  return [
    corpus('airline', airline),
    corpus(
      'retail',
      runs.filter((run) => !airline.includes(run)),
    ),
  ]
}

/** Coding agents by repository. Split by repository. Throws an error when the data is absent. */
export const codingRuns = (folder: string, tuning: boolean): Corpus[] => {
  const byRepository = new Map<string, Transcript[]>()
  for (const run of readTranscripts(folder, 'swe-bench-runs')) {
    const repository = repositoryOf(run.id)
    if ((digestOf(repository) % 2 === 1) !== tuning) continue
    byRepository.set(repository, [...(byRepository.get(repository) ?? []), run])
  }
  return [...byRepository].map(([repository, runs]) => corpus(repository.replace(/^mini-.*__/, ''), runs))
}

/** Several corpora as one. */
export const together = (name: string, corpora: readonly Corpus[]): Corpus => ({
  name,
  runs: corpora.flatMap(({ runs }) => runs),
})
