// Logs, stack traces and listings that a person has pasted into a turn, recognised by the shape of their lines alone. What a
// person says around them, prose, code and instructions are never part of one; in doubt nothing is.

import { estimatedTokens } from '../text/estimated-tokens.ts'
import type { Span } from '../text/spans.ts'
import { looksLikeFile } from './answer-shape.ts'

/** Fewer lines or tokens are worth their place. */
const fewestLines = 30
const fewestTokens = 2_000
/** Of the lines of a log so many say by themselves that it is one; the others are what goes on from such a line. */
const leastShare = 0.45
/** Lines in a row that may be anything: the message of an exception, the output of one step. */
const mostBetween = 2
/** No more of a text is looked at, nor of a line. */
const mostCharacters = 1_000_000
const longestLooked = 300

/** Begins with a moment, a level in capitals or in brackets, or both. */
const logged =
  /^\s*(?:[[(]?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|[[(]?\d{4}\/\d\d\/\d\d \d\d:\d\d|[[(]?\d\d:\d\d:\d\d\b|\w{3} [ \d]\d \d\d:\d\d:\d\d |\d{1,3}(?:\.\d{1,3}){3} \S+ \S+ \[|\[?(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL)\b|\[\s*\d+(?:\.\d+)?\]\s)/
/** Without a level, what has a moment may be what somebody said then. */
const levelled =
  /\b(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL|(?:trace|debug|info|warn|warning|error)[\]:>])/
/** A frame of a stack, or what stands between two stacks. */
const framed =
  /^\s*(?:at \S.*[):]\d*\)?$|File "[^"]+", line \d+|\.{3} \d+ (?:more|common frames)|Caused by: |Traceback \(most recent|goroutine \d+ \[|#\d+ +0x|\d+: +0x|[\w.]+(?:Error|Exception)\b(?::|$))/
/** What runners, builds and package managers say of each step. */
const reported =
  /^\s*(?:PASS|FAIL|ok|not ok|✓|✗|✔|✕|---? (?:PASS|FAIL)|=== RUN|\S+::\S+ (?:PASSED|FAILED|SKIPPED|ERROR)|npm (?:ERR!|WARN|warn|http|info)|(?:Compiling|Downloading|Downloaded|Installing|Unpacking|Fetching|Collecting) \S|\[\d+\/\d+\] )/
/** A row of `ls -l`. */
const listed = /^\s*[-dlbcps][-rwxsStT]{9}[+@.]?\s+\d+\s/
/** What a person says, or a document: words in a row. */
const spoken = /(?:[A-Za-z’']+[,;]? ){6,}[A-Za-z’']+/

type Says = 'log' | 'more' | 'other'

/** Whether a line is of a log by itself, may go on from one, or is neither. */
const saysOf = (line: string): Says => {
  if (logged.test(line)) return spoken.test(line) && !levelled.test(line) ? 'other' : 'log'
  if (framed.test(line) || reported.test(line) || listed.test(line)) return 'log'
  if (/^\s*(?:```|~~~|#{1,6} |>|<\/?\w+>\s*$)/.test(line) || spoken.test(line)) return 'other'
  return 'more'
}

/** Lines of a log in a row. */
interface Run {
  readonly start: number
  end: number
  lines: number
  logs: number
  /** Lines behind the last one that is of a log by itself. */
  between: number
}

const isLog = (text: string, { start, end, lines, logs }: Run): boolean =>
  logs >= fewestLines &&
  logs >= leastShare * lines &&
  estimatedTokens(end - start) >= fewestTokens &&
  !looksLikeFile(text.slice(start, end), true)

/** The longest log, stack trace or listing in a text; `undefined` if there is none that is long enough. Linear in the text. */
export const pastedLogIn = (text: string): Span | undefined => {
  let longest: Run | undefined
  let open: Run | undefined
  const close = (): void => {
    const length = longest === undefined ? 0 : longest.end - longest.start
    if (open !== undefined && open.end - open.start > length && isLog(text, open)) longest = open
    open = undefined
  }
  const until = Math.min(text.length, mostCharacters)
  for (let start = 0; start < until; ) {
    const at = text.indexOf('\n', start)
    const end = at < 0 ? text.length : at + 1
    const says = saysOf(text.slice(start, Math.min(end, start + longestLooked)).trimEnd())
    if (says === 'log') {
      open ??= { start, end, lines: 0, logs: 0, between: 0 }
      Object.assign(open, { end, lines: open.lines + open.between + 1, logs: open.logs + 1, between: 0 })
    } else if (open !== undefined) {
      if (says === 'other' || open.between === mostBetween) close()
      else open.between += 1
    }
    start = end
  }
  close()
  return longest === undefined ? undefined : [longest.start, longest.end]
}
