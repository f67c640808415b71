// Which lines only programs print. A line that a person might have written has no shape, whatever it begins with: tables, chats,
// agendas, rules and check lists have moments, levels and ticks too.

import { details } from './shell-output.ts'

/** What has printed a line. `opening`: says what a stack is of, and is not one by itself. */
export type Shape = 'moments' | 'kernel' | 'access' | 'levels' | 'stack' | 'tests' | 'steps' | 'listing' | 'opening'

/** Words in a row, of any language. */
const spoken =
  /(?<!\p{L})(?:\p{L}[\p{L}\p{M}’'-]*[,;]? ){6,}\p{L}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{8,}/u

/** Whether a line is what a person says, or a document. */
export const isSpoken = (line: string): boolean => spoken.test(line)

const level = '(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL)'

/** To the second at least; no separator of a table stands behind it. */
const moment =
  /^\s*(?:[[(]?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d|[[(]?\d\d:\d\d:\d\d|\w{3} [ \d]\d \d\d:\d\d:\d\d)(?:[.,]\d{3,9})?(?:Z|\s?[+-]\d\d:?\d\d)?[\])]?(?![,;\t\w.])/
/** What only programs put behind a moment: a level among the first words, or a process with its number. */
const tagged = new RegExp(
  `^[^\\w]*(?:\\S+\\s+){0,4}?\\[?(?:${level}\\b|level=\\w|(?:trace|debug|info|warn|warning|error)[\\]:>])|^\\s*(?:\\S+\\s+)?[\\w./-]+\\[\\d+\\]:`,
)

const isOfMoments = (line: string): boolean => {
  const end = moment.exec(line)?.[0].length
  return end !== undefined && tagged.test(line.slice(end, end + 120))
}

const levels = new RegExp(
  `^(?:\\[(?:TRACE|DEBUG|INFO)\\] |${level}(?::[\\w.]+:|\\[\\d+\\]| +\\[?[\\w$-]+(?:\\.[\\w$-]+)+[\\]: ]))`,
)

const frames: readonly RegExp[] = [
  /^\s*at (?:async |new )?[^\s()]+(?: \[as \w+\])? ?\((?:[^()]*:\d+|Native Method|Unknown Source|<anonymous>|native)\)(?: ~?\[\S+\])?$/,
  /^\s*at (?:async )?\S+:\d+:\d+$/,
  /^\s+at [^\s()]+\([^()]*\)(?: in \S.*:line \d+)?$/,
  /^\s*File "[^"]+", line \d+, in [\w.<>]+$/,
  /^\s*\.{3} \d+ (?:more|common frames omitted)$/,
  /^goroutine \d+ \[[^\]]+\]:$|^\s+\S+:\d+ \+0x[\da-f]+$/,
  /^\s*(?:#\d+|\d+:) +0x[\da-f]/,
]
const opening =
  /^\s*(?:Traceback \(most recent call last\):$|(?:Caused by: |Exception in thread "[^"]*" )?[\w$]+(?:\.[\w$]+)+(?:Error|Exception)(?::|$))/

const tests: readonly RegExp[] = [
  /^[\w./-]+::\S+ (?:PASSED|FAILED|SKIPPED|ERROR|XFAIL|XPASS)\b/,
  /^\s*(?:PASS|FAIL)\s+\S+\.\w+(?: \([\d.]+ ?m?s\))?$/,
  /^\s*(?:=== RUN\s+\S+|--- (?:PASS|FAIL|SKIP): \S+ \([\d.]+s\))$/,
  /^ok\s+\S+\s+(?:[\d.]+s|\(cached\))$/,
  /^\s*(?:not )?ok \d+ - \S/,
  /^\s*[✓✔✗✕×] .* \(?\d+(?:\.\d+)? ?m?s\)?$/,
]
/** Of builds and package managers: a verb and what it is done to, by its version, place or size. */
const steps: readonly RegExp[] = [
  /^npm (?:ERR!|WARN|warn|http|info|notice|verb|timing) /,
  /^\s*(?:Compiling|Checking|Downloading|Downloaded|Installing|Unpacking|Fetching|Collecting|Get:\d+) \S*(?: v?|[=/:])\d\S*/,
  /^\s*\[\d+\/\d+\] (?:\S{1,3} )?[A-Z][a-z]+ing\b/,
]

const shapes: readonly (readonly [shape: Shape, is: (line: string) => boolean, maySpeak: boolean])[] = [
  ['moments', isOfMoments, true],
  ['kernel', (line) => /^\[\s*\d+\.\d{4,}\] /.test(line), true],
  ['access', (line) => /^\S+ \S+ \S+ \[\d\d\/\w{3}\/\d{4}:\d\d:/.test(line), true],
  ['stack', (line) => frames.some((one) => one.test(line)), true],
  ['opening', (line) => opening.test(line), true],
  ['tests', (line) => tests.some((one) => one.test(line)), true],
  ['listing', (line) => details.test(line), true],
  ['levels', (line) => levels.test(line), false],
  ['steps', (line) => steps.some((one) => one.test(line)), false],
]

/** Shorter lines have no room for a moment, a place or a verb with its object. */
const shortest = 12

/** What only a program prints so; `undefined` for any other line. Takes time by the length of the line: give it a bounded one. */
export const shapeOf = (line: string): Shape | undefined =>
  line.length < shortest ? undefined : shapes.find(([, is, maySpeak]) => is(line) && (maySpeak || !isSpoken(line)))?.[0]
