// The body of `POST /v1/compress`, judged into a type. Every fault names its field and never its value.

import { publicCompressors } from '../../compressor/contract.ts'
import { Refusal } from '../../http/refusal.ts'
import { type Members, membersOf } from '../../json/object-members.ts'
import { elementsOf, kindOf, rawOf, stringOf } from '../../json/read.ts'
import { JsonKind, type JsonTape, scanJsonUpTo } from '../../json/scan.ts'
import { validText } from '../../json/utf8.ts'
import type { InPieces } from '../../runtime/pieces.ts'
import { counted } from '../../text/counted.ts'
import { mostValues } from '../request/request-body.ts'
import { type ContentText, contentTexts } from './content-texts.ts'

export interface DirectRequest {
  readonly model: string
  /** Fraction of tokens to remove; absent: the compressor picks it. Without effect on `adeline-1`. */
  readonly rate?: number
  /** The `messages` array alone, so that what is not content goes back exactly as it came. */
  readonly tape: JsonTape
  readonly contents: readonly ContentText[]
}

const invalid = (message: string): Refusal => new Refusal('request-invalid', message)

const scanned = (text: string): JsonTape | undefined => {
  const tape = scanJsonUpTo(text, mostValues)
  if (tape === 'too-many')
    throw invalid(
      `The request body must not have more than ${counted(mostValues, 'JSON value')}, names of members among them.`,
    )
  return tape
}

const membersAt = (tape: JsonTape, node: number, where: string): Members => {
  const members = membersOf(tape, node)
  if (members !== undefined) return members
  if (kindOf(tape, node) !== JsonKind.Object) throw invalid(`${where} must be a JSON object.`)
  throw invalid(`${where} names a member twice.`)
}

const fields: ReadonlySet<string> = new Set(['model', 'messages', 'compression_rate'])
/** Refusals are logged: what a caller calls a field is repeated only where it looks like the name of one. */
const looksLikeField = /^[a-z][a-z_-]{0,31}$/i

/** A misspelled option would be left out in silence, and every text shortened otherwise than its caller asked for. */
const requireKnown = (members: Members): void =>
  members.each((name) => {
    if (fields.has(name)) return
    const what = looksLikeField.test(name) ? name : 'A field'
    throw invalid(`${what} is not known here. The request body takes ${[...fields].join(', ')}.`)
  })

const stringAt = (tape: JsonTape, members: Members, name: string, where: string): { node: number; text: string } => {
  const node = members.get(name)
  if (node === undefined) throw invalid(`${where} is missing.`)
  const text = stringOf(tape, node)
  if (text === undefined) throw invalid(`${where} must be a string.`)
  return { node, text }
}

const rateOf = (tape: JsonTape, node: number | undefined): number | undefined => {
  if (node === undefined) return undefined
  if (kindOf(tape, node) !== JsonKind.Number) throw invalid('compression_rate must be a number from 0 to 1.')
  const rate = Number(rawOf(tape, node))
  if (!(rate >= 0 && rate <= 1)) throw invalid('compression_rate is out of range: it must be from 0 to 1.')
  return rate
}

const selectable = (model: string, available: readonly string[]): string => {
  if (available.includes(model)) return model
  const state = publicCompressors.some((name) => name === model) ? 'not deployed here' : 'unknown'
  const names = available.length === 0 ? 'none' : available.join(', ')
  throw new Refusal('model-unknown', `The compressor named in "model" is ${state}. Available: ${names}.`, {
    members: { available_models: available },
  })
}

const messagesOf = (tape: JsonTape, node: number | undefined): JsonTape => {
  if (node === undefined) throw invalid('messages is missing.')
  if (kindOf(tape, node) !== JsonKind.Array) throw invalid('messages must be an array.')
  const messages = scanned(rawOf(tape, node))
  if (messages === undefined || messages.length < 2) throw invalid('messages must not be empty.')
  return messages
}

/** In pieces of a message. Throws `Refusal` 400. `available` are the public names of the compressors that are deployed. */
export function* readDirectRequest(body: string | Uint8Array, available: readonly string[]): InPieces<DirectRequest> {
  const text = validText(body)
  const tape = text === undefined ? undefined : scanned(text)
  if (tape === undefined) throw invalid('The request body is not valid JSON.')
  const members = membersAt(tape, 0, 'The request body')
  requireKnown(members)
  const model = selectable(stringAt(tape, members, 'model', 'model').text, available)
  const rate = rateOf(tape, members.get('compression_rate'))
  yield
  const messages = messagesOf(tape, members.get('messages'))
  const contents: ContentText[] = []
  for (const [index, node] of elementsOf(messages, 0).entries()) {
    yield
    const where = `messages[${index}]`
    const message = membersAt(messages, node, where)
    stringAt(messages, message, 'role', `${where}.role`)
    const content = message.get('content')
    if (content === undefined) throw invalid(`${where}.content is missing.`)
    contents.push(...contentTexts(messages, content, `${where}.content`))
  }
  return rate === undefined ? { model, tape: messages, contents } : { model, rate, tape: messages, contents }
}
