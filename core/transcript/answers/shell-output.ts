// What the output of a command is, told by what it prints: how much of it the engine may take depends on it. Looks at the
// beginning and the end alone.

import { envelopeOf, opensNoEnvelope } from '../../json/strings/envelopes.ts'

/**
 * - `manual`: how a command is used, with its options.
 * - `details`: files with their modes, owners, sizes and times.
 * - `tree`: names of files below the folders that they are in.
 * - `names`: a name or a path on each line.
 * - `tests`: what a runner of tests reports.
 * - `trace`: a stack of Python, and what was printed around it.
 * - `steps`: what a build does, with how far it is.
 * - `brief`: a few lines of anything else.
 * - `long`: more of it. Uniform reports go nearly whole if they may, and no two programs print the same.
 */
export const shellOutputs = ['manual', 'details', 'tree', 'names', 'tests', 'trace', 'steps', 'brief', 'long'] as const
export type ShellOutput = (typeof shellOutputs)[number]

/** Characters that are looked at: of the beginning, of the end, and of each line. */
const [atBeginning, atEnd, ofLine] = [8_000, 1_000, 300]
/** Fewer lines are no list of names, fewer folders no tree of them, fewer steps no build, and fewer options no manual. */
const [fewestNames, fewestFolders, fewestSteps, fewestOptions] = [3, 2, 2, 3]
/** Without a line that says so, one line in so many opens with an option in a manual. */
const optionAmong = 6
/** Lines of what is brief. */
const mostLines = 40

// A run of signs is tried from its beginning alone, and blanks of one line alone: an output may be nothing else.
const runners: readonly RegExp[] = [
  /(?<!=)={5,} test session starts ={5,}/,
  /(?<!=)={5,} [^=\n]{0,200}\b\d+ (?:passed|failed|errors?|skipped|deselected)\b[^=\n]{0,200} in [\d.]+s/,
  /^Ran \d+ tests? in [\d.]+s$/m,
]
const stack = /^[\t ]*Traceback \(most recent call last\):$/m
/** A file with its details, as `ls -l` has it. */
export const details = /^[-dlbcps][-rwxsStT]{9}[+@.]?\s+\d+\s/
/** A variable with its value is not a name. */
const name = /^(?![A-Z][A-Z0-9_-]*[=:])[\w@.+~:=/-]*[A-Za-z_][\w@.+~:=/-]*[*/@|]?$/
const folder = /^[\w@.+~/-]+:$/
/** An option, or a command and what it does behind a gap; the mode of a file in a list has more dashes. */
const option = /^(?!-[-rwxsStT]{9})--?[A-Za-z][\w-]*(?=$|[\s,=[|<:])(?!.*\\$)/
const command = /^[a-z][\w:.-]{0,40} {2,}[A-Z]/
const usage = /^[\t ]*(?:[Uu]sage:|USAGE$|SYNOPSIS$)/m
const patch = /^(?:diff --git |@@ -\d|--- \S)/m
const progress = /\[\s{0,2}\d{1,3}%\]/
/** What an agent puts around an output says nothing about it. */
const wrapping = /^<\/?\w+>(?:.*<\/\w+>)?$/

const countOf = (lines: readonly string[], is: RegExp): number => lines.filter((line) => is.test(line)).length

/** Whether the lines are those of a manual: enough options, where something says how to use them, or where there is little else. */
const isManual = (edges: string, lines: readonly string[]): boolean => {
  const options = countOf(lines, option)
  if (usage.test(edges)) return options + countOf(lines, command) >= fewestOptions
  return options >= fewestOptions && options * optionAmong >= lines.length && !patch.test(edges)
}

const outputOf = (text: string): ShellOutput => {
  const beginning = text.slice(0, atBeginning)
  const edges = `${beginning}\n${text.slice(Math.max(atBeginning, text.length - atEnd))}`
  if (runners.some((one) => one.test(edges))) return 'tests'
  if (stack.test(edges)) return 'trace'
  const lines = beginning
    .split('\n')
    .map((line) => line.slice(0, ofLine).trim())
    .filter((line) => line !== '' && !wrapping.test(line))
  if (isManual(edges, lines)) return 'manual'
  if (countOf(lines, details) > lines.length / 2) return 'details'
  if (lines.length >= fewestNames && countOf(lines, name) >= 0.8 * lines.length)
    return countOf(lines, folder) >= fewestFolders ? 'tree' : 'names'
  if (countOf(lines, progress) >= fewestSteps) return 'steps'
  return lines.length <= mostLines && text.length <= atBeginning ? 'brief' : 'long'
}

/** What a command has printed; in an envelope, what the longest text inside is. Takes time by the ends of a text, or by an envelope. */
export const shellOutputOf = (text: string): ShellOutput => {
  const inside = opensNoEnvelope(text.slice(0, atBeginning)) ? undefined : envelopeOf(text)?.texts
  if (inside === undefined) return outputOf(text)
  return outputOf(inside.reduce((longest, one) => (one.text.length > longest.length ? one.text : longest), ''))
}
