// What the model's own turns say again of the texts before them: lines that they quote, and names of files that they use.

import { kindOf, nextOf, stringOf } from '../json/read.ts'
import { JsonKind } from '../json/scan.ts'
import type { InPieces } from '../runtime/pieces.ts'
import type { Transcript } from './transcript.ts'

/** Shorter lines stand in most files. */
const shortestLine = 12
/** In front of the lines of a file, as tools number them. */
const lineNumber = /^\s*\d{1,6}(?:\t|→|[|:]\s?|\s{2})/

/** A line as it may be quoted; `undefined` if it says too little to tell. */
const quotable = (line: string): string | undefined => {
  const plain = line.replace(lineNumber, '').trim()
  return plain.length < shortestLine ? undefined : plain
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
      // Arguments may be JSON in a string: its line breaks are spelled.
      const plain = /^\s*\{/.test(text)
        ? text.replaceAll('\\n', '\n').replaceAll('\\"', '"').replaceAll('\\t', '\t')
        : text
      said.push({ message, text: plain })
    }
  }
  return said
}

/** Of one conversation. Time by the length of what the model said, in pieces of a text. */
export function* lineUsesIn(said: readonly Said[]): InPieces<LineUses> {
  const lines = new Map<string, number>()
  for (const { message, text } of said) {
    yield
    for (const line of text.split('\n')) {
      const quoted = quotable(line.replace(/^[-+ ](?=\s|\S)/, ''))
      if (quoted !== undefined) lines.set(quoted, message)
    }
  }
  const named = new Map<string, boolean>()
  let lookedThrough = 0
  const isSaid = (name: string, message: number): boolean => {
    for (let at = said.length - 1; at >= 0; at -= 1) {
      const one = said[at]
      if (one === undefined || one.message < message) return false
      lookedThrough += one.text.length
      if (lookedThrough > mostLookedThrough || one.text.includes(name)) return true
    }
    return false
  }
  return {
    lastUse: (line) => lines.get(quotable(line) ?? '') ?? -1,
    isNamedSince(path, message) {
      const name = path.split(/[\\/]/).at(-1) ?? path
      const key = `${message} ${name}`
      const isNamed = named.get(key) ?? isSaid(name, message)
      named.set(key, isNamed)
      return isNamed
    },
  }
}
