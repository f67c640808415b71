// What the model's own turns say again of the texts before them: lines that they quote, and names of files that they use.

import { kindOf, nextOf, stringOf } from '../json/read.ts'
import { JsonKind } from '../json/scan.ts'
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
  /** The last message of the model that names the file; -1 if none does. */
  lastNaming(path: string): number
}

/** Of one conversation. Time by the length of what the model said. */
export const lineUsesIn = ({ tape, messages }: Pick<Transcript, 'tape' | 'messages'>): LineUses => {
  const lines = new Map<string, number>()
  const said: { readonly message: number; readonly text: string }[] = []
  messages.forEach(({ node, side }, message) => {
    if (side !== 'model') return
    for (let inner = node; inner < nextOf(tape, node); inner += 1) {
      if (kindOf(tape, inner) !== JsonKind.String) continue
      const text = stringOf(tape, inner) ?? ''
      // Arguments may be JSON in a string: its line breaks are spelled.
      const plain = /^\s*\{/.test(text)
        ? text.replaceAll('\\n', '\n').replaceAll('\\"', '"').replaceAll('\\t', '\t')
        : text
      said.push({ message, text: plain })
      for (const line of plain.split('\n')) {
        const quoted = quotable(line.replace(/^[-+ ](?=\s|\S)/, ''))
        if (quoted !== undefined) lines.set(quoted, message)
      }
    }
  })
  const named = new Map<string, number>()
  return {
    lastUse: (line) => lines.get(quotable(line) ?? '') ?? -1,
    lastNaming(path) {
      const known = named.get(path)
      if (known !== undefined) return known
      const name = path.split(/[\\/]/).at(-1) ?? path
      const last = said.findLast(({ text }) => text.includes(name))?.message ?? -1
      named.set(path, last)
      return last
    },
  }
}
