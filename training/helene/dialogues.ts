// Dialogues of a service as transcripts: what a later call of a tool copies from what was said before is what is needed.

import { isTuningServiceRun } from '../../testkit/data/splits.ts'
import { RawNumber, readTranscripts, type Transcript } from '../../testkit/data/transcripts.ts'
import { partsWithin, type Text } from './rows.ts'

const longestValue = 60
const [shortest, longest] = [300, 8_000]
/** Of the many dialogues of one service, every so many are enough. */
const [trained, tested] = [5, 4]

const isWord = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{N}]/u.test(character)

/** Strings and numbers anywhere in the arguments of a call. */
const valuesIn = (value: unknown): string[] => {
  if (value instanceof RawNumber) return [value.source]
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(valuesIn)
}

const isValue = (value: string): boolean =>
  value.length > 1 &&
  value.length <= longestValue &&
  isWord(/[\p{L}\p{N}]/u.exec(value)?.[0]) &&
  !/^(true|false|null)$/i.test(value)

/** Where a value stands as a whole, in any case. */
const placesOf = (value: string, said: string): [number, number][] => {
  const [wanted, where] = [value.toLowerCase(), said.toLowerCase()]
  const places: [number, number][] = []
  for (let from = where.indexOf(wanted); from >= 0; from = where.indexOf(wanted, from + 1)) {
    const end = from + wanted.length
    if (!isWord(where[from - 1]) && !isWord(where[end])) places.push([from, end])
  }
  return places
}

/** One line for each turn; of each value that a call used, where it had been said. */
const transcriptOf = ({ messages }: Transcript) => {
  let text = ''
  const wanted = new Map<string, Map<number, number>>()
  for (const { role, content, requestor, tool_calls: calls } of messages) {
    if (requestor === 'user' || (role !== 'user' && role !== 'assistant')) continue
    for (const value of (calls ?? [])
      .filter((call) => call.requestor !== 'user')
      .flatMap((call) => valuesIn(call.arguments)))
      if (isValue(value)) {
        const places = placesOf(value, text)
        if (places.length > 0) wanted.set(value, new Map([...(wanted.get(value) ?? []), ...places]))
      }
    const said = (content ?? '').trim()
    if (said !== '' && !/^[[{]/.test(said))
      text += `${role === 'user' ? 'User' : 'Agent'}: ${said.replace(/\s*\n\s*/g, ' ')}\n`
  }
  return { text: text.trimEnd(), wanted: [...wanted.values()] }
}

const textsOf = (split: string, runs: readonly Transcript[]): Text[] =>
  runs.flatMap((run) => {
    const { text, wanted } = transcriptOf(run)
    if (text.length < shortest || text.length > longest || wanted.length === 0) return []
    const questions: Text['questions'] = (prose) =>
      wanted.map((places) => ({
        answers: [...places]
          .map(([from, until]) => partsWithin(prose, from, until))
          .filter((answer) => answer.length > 0),
        evidence: [],
      }))
    return [{ split, name: run.id, text, questions }]
  })

const every = (runs: readonly Transcript[], step: number): Transcript[] =>
  runs.filter((_, at) => at % step === step - 1)

/** Schema-guided dialogues; other services, too, in those that nothing learns from. */
export const dialogues = (data: string): Text[] => [
  ...textsOf('train', every(readTranscripts(data, 'schema-guided-train'), trained)),
  ...textsOf('test', every(readTranscripts(data, 'schema-guided-dev'), tested)),
]

/** Customer service by agents that run tools, halved by run. */
export const service = (data: string): Text[] => {
  const runs = readTranscripts(data, 'customer-service')
  return [
    ...textsOf('train', runs.filter(isTuningServiceRun)),
    ...textsOf(
      'test',
      runs.filter((run) => !isTuningServiceRun(run)),
    ),
  ]
}
