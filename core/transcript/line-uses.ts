// What the model's own turns say again of the texts before them: lines that they quote, and names of files that they use.

import { kindOf, nextOf, stringOf } from '../json/read.ts'
import { JsonKind } from '../json/scan.ts'
import type { InPieces } from '../runtime/pieces.ts'
import { columnsOf } from '../text/columns.ts'
import type { Transcript } from './transcript.ts'

/** Shorter lines, in columns of a terminal, stand in most files. */
const shortestLine = 12
/** In front of the lines of a file, as tools number them. */
const lineNumber = /^\s*\d{1,6}(?:\t|→|[|:]\s?|\s{2})/

/** No writing has so many on one letter; to put them in order takes time by the square of how many they are. */
const tooManyMarks = /\p{M}{31}/u

/** A letter with its accents as one character: some file systems spell names so, and others with characters for each accent. */
const composed = (text: string): string =>
  /[^\0-\x7f]/.test(text) && !tooManyMarks.test(text) ? text.normalize() : text

/** Arguments that are JSON in a string, as they read: their line breaks are spelled, and often what is not ASCII. */
const unspelled = (text: string): string =>
  text
    .replaceAll('\\n', '\n')
    .replaceAll('\\"', '"')
    .replaceAll('\\t', '\t')
    .replace(/\\u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** A line as it may be quoted; `undefined` if it says too little to tell: a wide letter says as much as two others. */
const quotable = (line: string): string | undefined => {
  const plain = composed(line.replace(lineNumber, '').trim())
  const isLong = plain.length >= shortestLine || (2 * plain.length >= shortestLine && columnsOf(plain) >= shortestLine)
  return isLong ? plain : undefined
}

export interface LineUses {
  /** The last message of the model that has the line, and says it by itself; -1 if none has. */
  lastUse(line: string): number
  /** Whether a message of the model names the file, this one or a later one; in doubt one does. */
  isNamedSince(path: string, message: number): boolean
}

/** So many characters are looked through for names: each name may have to be looked for in all that was said. */
const mostLookedThrough = 100_000_000

/** A text of the model's own. */
export interface Said {
  readonly message: number
  /** As it reads in a file or in a shell. */
  readonly text: string
}

/** Every text in what the model said and called. Time by the length of that, in pieces of a message. */
export function* saidIn({ tape, messages }: Pick<Transcript, 'tape' | 'messages'>): InPieces<readonly Said[]> {
  const said: Said[] = []
  for (const [message, { node, side }] of messages.entries()) {
    if (side !== 'model') continue
    yield
    for (let inner = node; inner < nextOf(tape, node); inner += 1) {
      if (kindOf(tape, inner) !== JsonKind.String) continue
      const text = stringOf(tape, inner) ?? ''
      said.push({ message, text: /^\s*\{/.test(text) ? unspelled(text) : text })
    }
  }
  return said
}

/** Of one conversation. Time by the length of what the model said, in pieces of a text. */
export function* lineUsesIn(said: readonly Said[]): InPieces<LineUses> {
  const lines = new Map<string, number>()
  const texts: Said[] = []
  for (const { message, text: spelled } of said) {
    yield
    const text = composed(spelled)
    texts.push({ message, text })
    for (const line of text.split('\n')) {
      const quoted = quotable(line.replace(/^[-+ ](?=\s|\S)/, ''))
      if (quoted !== undefined) lines.set(quoted, message)
    }
  }
  const named = new Map<string, boolean>()
  let lookedThrough = 0
  const isSaid = (name: string, message: number): boolean => {
    for (let at = texts.length - 1; at >= 0; at -= 1) {
      const one = texts[at]
      if (one === undefined || one.message < message) return false
      lookedThrough += one.text.length
      if (lookedThrough > mostLookedThrough || one.text.includes(name)) return true
    }
    return false
  }
  return {
    lastUse: (line) => lines.get(quotable(line) ?? '') ?? -1,
    isNamedSince(path, message) {
      const name = composed(path.split(/[\\/]/).at(-1) ?? path)
      const key = `${message} ${name}`
      const isNamed = named.get(key) ?? isSaid(name, message)
      named.set(key, isNamed)
      return isNamed
    },
  }
}
