// What stands around a conversation: the texts of system and tools, and everything else that a request says beside its messages. Most
// of that says how to answer, and only some of it ends the reading of what is cached. Holds digests, no text.

import { createHash, type Hash } from 'node:crypto'
import { plainUnits } from '../../json/plain-spelling.ts'
import { elementsOf, endOf, nextOf, reads, startOf } from '../../json/read.ts'
import { encodingOf } from '../../json/utf8.ts'
import { picturesIn } from '../../transcript/pictures.ts'
import type { Transcript } from '../../transcript/transcript.ts'
import { canonicalMessages } from './canonical-message.ts'
import { textOfPieces } from './gathered-pieces.ts'

/** As bodies spell the members that hold texts which the model reads before the conversation. */
const textNames = ['"system"', '"instructions"']
const toolNames = ['"tools"', '"functions"']

/**
 * Members that stand in no prompt, by the references of both providers: whom the request is for, how its answer is sampled, how long it may be,
 * how it travels and what is asked of the cache. `diagnostics` names the answer before, another one with every turn.
 */
const weightless = [
  ...['metadata', 'client_metadata', 'user', 'safety_identifier', 'store', 'stream', 'stream_options', 'include'],
  ...['max_tokens', 'max_completion_tokens', 'max_output_tokens', 'stop', 'stop_sequences', 'n', 'seed'],
  ...['temperature', 'top_p', 'top_k', 'service_tier', 'prompt_cache_key', 'diagnostics'],
].map((name) => `"${name}"`)

/** As a body spells it; in a string the quotes would be escaped. */
const markerName = '"cache_control"'
const marker = /"cache_control"\s*:\s*(?:\{[^{}]*\}|null)/y
const comma = /\s*,/y

/** The same members without those that say what is to be cached, and without the commas before them, or behind one that stands first. */
const withoutMarkers = (text: string): string => {
  let [kept, from] = ['', 0]
  for (let at = text.indexOf(markerName); at >= 0; at = text.indexOf(markerName, at + 1)) {
    marker.lastIndex = at
    if (!marker.test(text)) continue
    const before = text.slice(from, at).trimEnd()
    const isFirst = !before.endsWith(',')
    kept += isFirst ? before : before.slice(0, -1)
    comma.lastIndex = marker.lastIndex
    from = isFirst && comma.test(text) ? comma.lastIndex : marker.lastIndex
  }
  return kept + text.slice(from)
}

/** A digest of each part of a frame. */
export interface FrameDigests {
  /** Of the texts, with the tools. */
  readonly texts: Buffer
  readonly settings: Buffer
  readonly tools: Buffer
  /** Whether there are any tools. */
  readonly hasTools: boolean
  /** The number of pictures that the settings are digested with. */
  readonly pictures: number
}

/**
 * Digests of the texts, and of the rest with the number of pictures. Of the messages only instructions count: those before all others with
 * the texts, and those between the others with the rest, because clients move these and take them out again. What is marked to be cached
 * is the same text, and so are instructions whose members come in another order.
 */
export const frameDigests = (transcript: Transcript): FrameDigests => {
  const { tape, messages } = transcript
  const [first] = messages
  const encoding = encodingOf(tape)
  const [texts, settings, tools] = [createHash('sha256'), createHash('sha256'), createHash('sha256')]
  let hasTools = false
  const partOf = (key: number): Hash => {
    const isNamed = (name: string): boolean => reads(tape, key, name)
    const isOfTools = toolNames.some(isNamed)
    hasTools ||= isOfTools && elementsOf(tape, key + 1).length > 0
    return isOfTools ? tools : textNames.some(isNamed) ? texts : settings
  }
  const end = nextOf(tape, 0)
  for (let key = 1; key < end; key = nextOf(tape, key + 1)) {
    const holdsMessages = first !== undefined && key < first.node && first.node < nextOf(tape, key + 1)
    if (holdsMessages || weightless.some((name) => reads(tape, key, name))) continue
    partOf(key).update(withoutMarkers(plainUnits(tape, startOf(tape, key), endOf(tape, key + 1))), encoding)
  }
  // A provider may render before the conversation that there are pictures in it.
  const pictures = picturesIn(tape)
  settings.update(`,${pictures}`)
  const talk = messages.findIndex(({ side }) => side !== 'instructions')
  const write = canonicalMessages(transcript)
  const [before, within] = [textOfPieces(tape), textOfPieces(tape)]
  messages.forEach((message, index) => {
    if (message.side === 'instructions') write([message], talk < 0 || index < talk ? before : within)
  })
  const ofTools = tools.digest()
  texts.update(ofTools).update(before.gathered(), encoding)
  settings.update(within.gathered(), encoding)
  return { texts: texts.digest(), settings: settings.digest(), tools: ofTools, hasTools, pictures }
}

/** A frame as heads and records hold it. `keyed`: a part's digest under the account's secret. Of tools that are not there nothing stands. */
export const frameFrom = (
  { texts, settings, tools, hasTools }: FrameDigests,
  keyed: (part: 'frame' | 'settings' | 'tools', digest: Buffer) => string,
): string => `${keyed('frame', texts)}.${keyed('settings', settings)}.${hasTools ? keyed('tools', tools) : ''}`

/** The part of a frame that tells its texts. */
export const textsOf = (frame: string): string => frame.split('.')[0] ?? ''

/** The part that tells its tools: empty where there are none, absent in frames of older records. */
const toolsOf = (frame: string): string | undefined => frame.split('.')[2]

/** Whether two frames have the same tools; those of older records do not tell. */
export const haveSameTools = (one: string, other: string): boolean => {
  const tools = toolsOf(one)
  return tools !== undefined && tools === toolsOf(other)
}

/** Whether a request comes without the tools that the conversation had: it asks something beside it. */
export const lacksItsTools = (frame: string, before: string): boolean =>
  toolsOf(frame) === '' && (toolsOf(before) ?? '') !== ''

/** Whether a frame tells its texts apart: those of older records do not, so that a difference to them shows nothing. */
export const tellsTexts = (frame: string): boolean => frame.includes('.')

/** Whether two frames differ in nothing but what a request says of its answer. */
export const haveSameTexts = (one: string, other: string): boolean => textsOf(one) === textsOf(other)
