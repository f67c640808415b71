// Edit anchors: text that an edit quotes from an earlier tool result, and that the model therefore has to spell exactly.

import { RawNumber, type Transcript, type TranscriptMessage } from '../../../testkit/data/transcripts.ts'

export interface EditAnchor {
  /** Index of the message that quotes. */
  readonly usedAt: number
  /** Lines that some one result must hold. */
  readonly lines: readonly string[]
}

type ToolCall = NonNullable<TranscriptMessage['tool_calls']>[number]

const quotingFields = new Set(['old_string', 'old_str', 'search'])
/** `s/old/new/` of a stream editor that changes files, with any of the usual delimiters. */
const substitution = /(?<=^|[\s'";])(?:\d+(?:,\d+)?)?s([/|#@])((?:\\.|(?!\1)[^\\\n])+)\1(?:\\.|(?!\1)[^\\])*\1/g
const changesFiles = /\bsed\s+(?:-\w+\s+)*-\w*i/

/** The text that a pattern stands for, or `undefined` when it stands for more than one. */
const literalOf = (pattern: string): string | undefined => {
  const plain = pattern.replace(/^\^|\$$/g, '')
  if (/(?<!\\)[*[\]^$]|\\[(){}|+?wsdb0-9]/.test(plain)) return undefined
  return plain.replace(/\\(.)/g, '$1')
}

/** What a patch or a list of blocks says that a file has: runs of lines that it keeps or takes away, and parts to search for. */
const quotesInPatch = (text: string): string[] => [
  ...[...text.matchAll(/^-{5,} SEARCH\n([\s\S]*?)\n=======$/gm)].map(([, searched = '']) => searched),
  ...[...text.matchAll(/(?:^[- ](?![-]{2} ).*\n)+/gm)].map(([run]) => run.replace(/^[- ]/gm, '')),
]
const isPatch = /^(?:\*\*\* Begin Patch|-{5,} SEARCH|--- \S+\n\+\+\+ \S+.*)$/m

/** What a program that rewrites a file looks for: the first argument of a search, and strings that it calls the old ones. */
const searched =
  /(?:\.(?:replace|find|index|split|partition)\(\s*|\b\w*(?:old|orig|search|find|target|marker|before)\w*\s*=\s*)(r?)('''|"""|'|")([\s\S]{8,}?)(?<!\\)\2/g
const rewrites = /\bopen\(|\bwrite_text\(/

const unescaped = (literal: string): string =>
  literal.replace(/\\(.)/g, (pair, sign: string) => (sign === 'n' ? '\n' : /[\\'"]/.test(sign) ? sign : pair))

const quotesInProgram = (text: string): string[] =>
  [...text.matchAll(searched)].map(([, raw, , literal = '']) => (raw === 'r' ? literal : unescaped(literal)))

const quotesOf = ({ arguments: input }: ToolCall): string[] => {
  if (typeof input !== 'object' || input === null || input instanceof RawNumber) return []
  return Object.entries(input).flatMap(([name, value]) => {
    if (typeof value !== 'string') return []
    if (quotingFields.has(name)) return [value]
    if (isPatch.test(value)) return quotesInPatch(value)
    if (name !== 'command') return []
    if (rewrites.test(value)) return quotesInProgram(value)
    if (!changesFiles.test(value)) return []
    return [...value.matchAll(substitution)].flatMap(([, , pattern = '']) => literalOf(pattern) ?? [])
  })
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.length > 3)

/** Says too little to be quoted: a bracket, a number of a line. */
const saysLittle = (line: string): boolean => line.replace(/^\s*\d+\s?/, '').trim().length <= 3

/** Whether the lines stand one behind the other from here on, but for lines that say little. */
const standsFrom = (text: readonly string[], start: number, lines: readonly string[]): boolean => {
  let next = 0
  for (let at = start; at < text.length && next < lines.length; at += 1)
    if (text[at]?.includes(lines[next] ?? '') === true) next += 1
    else if (!saysLittle(text[at] ?? '')) return false
  return next === lines.length
}

/** Whether one of the texts holds every line, one behind the other. */
export const holdsAnchor = (texts: readonly string[], { lines }: EditAnchor): boolean =>
  texts.some((text) => {
    if (!lines.every((line) => text.includes(line))) return false
    const all = text.split('\n')
    return all.some((line, at) => line.includes(lines[0] ?? '') && standsFrom(all, at, lines))
  })

/** The anchors of a run: quotes that stand in a result before them. */
export const editAnchorsOf = ({ messages }: Transcript): EditAnchor[] => {
  const results: string[] = []
  return messages.flatMap(({ role, content, tool_calls: calls }, usedAt) => {
    if (role === 'tool') results.push(content ?? '')
    return (calls ?? [])
      .flatMap(quotesOf)
      .map((quote) => ({ usedAt, lines: linesOf(quote) }))
      .filter((anchor) => anchor.lines.length > 0 && holdsAnchor(results, anchor))
  })
}
