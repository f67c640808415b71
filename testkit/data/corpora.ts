// Recorded agent runs in groups that belong together, domains and repositories, with the references in them.

import { referencesOf, type TranscriptReferences } from '../../eval/measures/forward-references.ts'
import { readTranscripts, repositoryOf, type Transcript } from './transcripts.ts'

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

/** Which runs to take, by their name. */
type Choice = (run: { readonly id: string }) => boolean

/** Whether a run of customer service is about flights; if not, it is about orders. */
export const isAirlineRun = (run: Transcript): boolean => hasText(run, '# Airline Agent Policy')

/** Customer service by domain: business JSON. Throws an error when the data is absent. */
export const businessRuns = (folder: string, isChosen: Choice): Corpus[] => {
  const runs = readTranscripts(folder, 'customer-service').filter(isChosen)
  const airline = runs.filter(isAirlineRun)
  return [
    corpus('airline', airline),
    corpus(
      'retail',
      runs.filter((run) => !airline.includes(run)),
    ),
  ]
}

/** Coding agents by repository. Throws an error when the data is absent. */
export const codingRuns = (folder: string, isChosen: Choice = () => true): Corpus[] => {
  const runs = readTranscripts(folder, 'swe-bench-runs').filter(isChosen)
  const byRepository = Map.groupBy(runs, ({ id }) => repositoryOf(id).replace(/^mini-.*__/, ''))
  return [...byRepository].map(([repository, members]) => corpus(repository, members))
}

/** Dialogues over many services, each with its own schema: business JSON. Throws an error when the data is absent. */
export const dialogueRuns = (folder: string, isChosen: Choice, part: 'dev' | 'train' = 'dev'): Corpus =>
  corpus('dialogues', readTranscripts(folder, `schema-guided-${part}`).filter(isChosen))

const servicesOf = ({ messages }: Transcript): string[] =>
  messages.flatMap(({ tool_calls }) => (tool_calls ?? []).map(({ name }) => (name ?? '').replace(/\..*/, '')))

/** Dialogues to measure in which only services are called that no dialogue to train on has. Throws an error when the data is absent. */
export const newServiceRuns = (folder: string, isChosen: Choice): Corpus => {
  const known = new Set(readTranscripts(folder, 'schema-guided-train').flatMap(servicesOf))
  const isNew = (run: Transcript): boolean => servicesOf(run).every((service) => !known.has(service))
  return corpus('dialogues', readTranscripts(folder, 'schema-guided-dev').filter(isChosen).filter(isNew))
}
