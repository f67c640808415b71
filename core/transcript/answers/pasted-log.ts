// Logs, stack traces and listings that a person has pasted into a turn, recognised by the shape of their lines alone. What a
// person says around them or between them, prose, code, data and instructions are never part of one; in doubt nothing is.

import { beginningOf } from '../../json/strings/beginning.ts'
import { estimatedTokens } from '../../text/estimated-tokens.ts'
import type { Span } from '../../text/spans.ts'
import { looksLikeFile } from './answer-shape.ts'
import { isSpoken, type Shape, shapeOf } from './log-line.ts'

/** Fewer lines or tokens are worth their place. */
const fewestLines = 30
const fewestTokens = 2_000
/** Of the lines of a log so many have its shape by themselves; the others are what goes on from such a line. */
const leastShare = 0.45
/** Lines in a row that go on from one: the code of a frame, the output of one step. */
const mostBetween = 2
/** No more of a text is looked at, nor of a line: this is done at once, before the body leaves. */
const mostCharacters = 400_000
const longestLooked = 300

/** Where a person marks a line or notes something beside it. */
const noted = /^\s*(?:\/\/|#|>|```|~~~)|<-+(?:\s|$)|←|\^\s*\p{L}/u
/** Nothing but rules and brackets. */
const isRuled = /^[-=_*~.+^|(){}[\]\s]*$/
/** Stands between the stacks of one trace, whatever it says. */
const raised =
  /^(?:\w+(?:Error|Exception|Warning)(?::|$)|During handling of the above |The above exception was the direct cause )/
/** Words that make what follows an example of what somebody wants. */
const wanted =
  /\b(?:expect\w*|should|shall|must|ought|ha(?:s|ve) to|exactly|desired|wants?|wanted|formats?|templates?|examples?|instead|keep)\b/i
/** Words that make what follows a list of what is to be done. */
const isTasks =
  /\b(?:fix|mend|delete|remove|rename|move|replace|skip|ignore|make|change|update)\b.*\b(?:these|those|all|each|every)\b/i

/** Lines of one shape in a row. */
interface Run {
  readonly shape: Shape
  /** Of the last line that has one. */
  readonly last: Shape
  readonly start: number
  end: number
  lines: number
  logs: number
  /** Lines behind the last one that has the shape by itself. */
  between: number
}

const isLog = (text: string, { shape, start, end, lines, logs }: Run): boolean =>
  shape !== 'opening' &&
  logs >= fewestLines &&
  logs >= leastShare * lines &&
  estimatedTokens(end - start) >= fewestTokens &&
  !looksLikeFile(beginningOf(text.slice(start, end)), true)

/** Whether a line without a shape may stand between those of a run. Behind a frame, that is its code, and what was raised. */
const mayStandBetween = (line: string, { last }: Run): boolean => {
  if (isRuled.test(line)) return true
  if (last !== 'stack' && last !== 'opening') return false
  return raised.test(line) || (/^\s/.test(line) && !noted.test(line) && !isSpoken(line))
}

/** A stack may stand in any log. */
const belongs = (shape: Shape, run: Run): boolean => shape === run.shape || shape === 'stack' || shape === 'opening'

const extended = (run: Run, shape: Shape, end: number): Run => ({
  start: run.start,
  // What an exception opens is the stack that follows.
  shape: run.shape === 'opening' ? shape : run.shape,
  last: shape,
  end,
  lines: run.lines + run.between + 1,
  logs: run.logs + (shape === 'opening' ? 0 : 1),
  between: 0,
})

/**
 * The longest log, stack trace or listing in a text; `undefined` if there is none that is long enough, or only such as somebody
 * wants to get. Linear in the text.
 */
export const pastedLogIn = (text: string): Span | undefined => {
  let longest: Run | undefined
  let open: Run | undefined
  /** The last line that says something. */
  let before = ''
  let isWanted = false
  const close = (): void => {
    const length = longest === undefined ? 0 : longest.end - longest.start
    if (open !== undefined && !isWanted && open.end - open.start > length && isLog(text, open)) longest = open
    open = undefined
  }
  const until = Math.min(text.length, mostCharacters)
  for (let start = 0; start < until; ) {
    const at = text.indexOf('\n', start)
    const end = at < 0 ? text.length : at + 1
    const line = text.slice(start, Math.min(end, start + longestLooked)).trimEnd()
    const shape = shapeOf(line)
    const mayGoOn = open !== undefined && shape === undefined && open.between < mostBetween
    if (shape !== undefined) {
      if (open !== undefined && !belongs(shape, open) && open.shape !== 'opening') close()
      if (open === undefined) isWanted = wanted.test(before) || isTasks.test(before)
      open = extended(open ?? { shape, last: shape, start, end, lines: 0, logs: 0, between: 0 }, shape, end)
    } else if (open !== undefined) {
      if (mayGoOn && mayStandBetween(line, open)) open.between += 1
      else close()
    }
    if (shape === undefined && line !== '' && /[\p{L}\d]/u.test(line)) before = line
    start = end
  }
  close()
  return longest === undefined ? undefined : [longest.start, longest.end]
}
