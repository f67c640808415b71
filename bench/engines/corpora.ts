// Recorded agent runs in groups that belong together, domains and repositories, with the references in them, and which
// of them the ranker that ships never saw.

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

/** Customer service by domain: business JSON. Throws an error when the data is absent. */
export const businessRuns = (folder: string): Corpus[] => {
  const runs = readTranscripts(folder, 'customer-service')
  const airline = runs.filter((run) => hasText(run, '# Airline Agent Policy'))
  return [
    corpus('airline', airline),
    corpus(
      'retail',
      runs.filter((run) => !airline.includes(run)),
    ),
  ]
}

/** Coding agents by repository: all of them. Throws an error when the data is absent. */
export const codingRuns = (folder: string): Corpus[] => {
  const byRepository = new Map<string, Transcript[]>()
  for (const run of readTranscripts(folder, 'swe-bench-runs')) {
    const repository = repositoryOf(run.id).replace(/^mini-.*__/, '')
    byRepository.set(repository, [...(byRepository.get(repository) ?? []), run])
  }
  return [...byRepository].map(([repository, runs]) => corpus(repository, runs))
}

const developmentParts = 10

/** Runs that the ranker that is shipped never saw: one in ten of each repository, by the digest of their names. */
export const isDevelopment = ({ id }: TranscriptReferences): boolean =>
  digestOf(`development ${id}`) % developmentParts === 0

/** The part of a corpus that the ranker that ships never saw. */
export const developmentPart = ({ name, runs }: Corpus): Corpus => ({ name, runs: runs.filter(isDevelopment) })

/** Several corpora as one. */
export const together = (name: string, corpora: readonly Corpus[]): Corpus => ({
  name,
  runs: corpora.flatMap(({ runs }) => runs),
})
