// Results of agents that call their tools in plain text: the turn of the model ends in a call, and the turn of the user opens as
// such agents word a result. Both have to be there; in doubt a text is what a person said.

import type { Span } from '../text/spans.ts'
import { listedCall } from './calls/listed-call.ts'
import type { ToolCall } from './calls/tool-call.ts'
import type { PartOfText } from './may-be-shortened.ts'

export interface Observation {
  readonly call: ToolCall
  readonly result: PartOfText
}

/** Enough of a turn of the model to hold its call. */
const looked = 20_000
/** How agents word a result, up to where it begins. */
const openings: readonly RegExp[] = [
  /^<returncode>-?\d+<\/returncode>\n(?:<warning>[^<]{0,2000}<\/warning>\n?)?<output(?:_head)?>\n?/,
  /^<output>\n?/,
  /^<tool_(?:result|response)>\n?/,
  /^\[\w{1,60}(?: for '[^\n]{0,400}')?\] Result:\n+/,
  /^EXECUTION RESULT of \[\w{1,60}\]:\n/,
  /^(?:OBSERVATION|Observation):[ \n]/,
]
/** How a shell without tools begins all that it prints. */
const returnCode = /^<returncode>-?\d+<\/returncode>\n/
/** What may stand behind a result. */
const closings: readonly RegExp[] = [
  // From the first of the blank lines before it alone: from each of them it would be sought again.
  /(?<!\n)\n*<environment_details>[\s\S]*$/,
  // What a person says to a result, as Cline and Roo word it.
  /\n[^\n]*\n?<(?:feedback|user_feedback|user_message)>[\s\S]*$/,
  /\n\(O\w+ file: [^\n]*\)\n\(Current directory: [^\n]*\)\n[^\n]*\$\s*$/,
  /\n\[(?:The command completed|Command finished|Current working directory|Python Interpreter)[\s\S]{0,400}$/,
]
const closingTag = /<\/(?:output(?:_tail)?|tool_result|tool_response)>/g
/** How each of them begins, however far into the text its result is: a shell warns at length of what is too long. */
const beginnings =
  /^(?:<(?:returncode|output|tool_result|tool_response)>|\[\w{1,60}(?: for '|\])|EXECUTION RESULT of \[|OBSERVATION:|Observation:|I ran this command:)/
/** What a person lets a program of theirs tell. */
const ranByUser = /^I ran this command:\n\n([^\n]{1,2000})\n\nAnd got this output:\n\n/

const shellWords = /^(?:bash|sh|shell|zsh|console|terminal|mswea_bash_command)?$/

/** `<name><argument>…</argument></name>`, or `<function=name><parameter=argument>…`, at the end of a text. */
const taggedCall = (text: string): ToolCall | undefined => {
  const name = /<\/([a-z][a-z_]{2,40})>\s*$/.exec(text)?.[1]
  if (name === undefined) return undefined
  const isFunction = name === 'function'
  const start = text.lastIndexOf(isFunction ? '<function=' : `<${name}>`)
  if (start < 0) return undefined
  const inside = text.slice(text.indexOf('>', start) + 1, text.lastIndexOf(`</${name}>`))
  const called = isFunction ? (/^<function=([\w.-]{1,60})>/.exec(text.slice(start))?.[1] ?? '') : name
  const input: Record<string, string> = {}
  for (const [, key, other, value = ''] of inside.matchAll(
    /<(?:parameter=(\w+)|(\w+))>([\s\S]*?)<\/(?:parameter|\2)>/g,
  ))
    input[key ?? other ?? ''] = value.trim()
  return { name: called, input: Object.keys(input).length === 0 ? { command: inside.trim() } : input }
}

/** A block of a shell's words at the end of a text. */
const fencedCall = (text: string): ToolCall | undefined => {
  const end = /\n```\s*$/.exec(text)?.index
  if (end === undefined) return undefined
  const start = text.lastIndexOf('```', end)
  const line = text.indexOf('\n', start)
  if (start < 0 || line > end || !shellWords.test(text.slice(start + 3, line).trim())) return undefined
  return { name: 'bash', input: { command: text.slice(line + 1, end) } }
}

const namedCall = (text: string): ToolCall | undefined => {
  const [, name = '', input = ''] = /\nAction:[ \t]*([^\n]{1,60})\nAction Input:[ \t]*([^\n][\s\S]*)$/.exec(text) ?? []
  return name === '' ? undefined : { name: name.trim(), input: input.trim() }
}

/** The call in which a turn of the model ends. */
const callAtTheEnd = (said: string): ToolCall | undefined => {
  const text = `\n${said.slice(-looked)}`
  return taggedCall(text) ?? fencedCall(text) ?? namedCall(text) ?? listedCall(text)
}

/** Cheap: whether a text begins like a result at all. */
export const mayBeObservation = (beginning: string): boolean => beginnings.test(beginning)

/** Whether a text opens a result, all the words before it included. */
export const opensObservation = (text: string): boolean => openings.some((opening) => opening.test(text))

/** The last tag that closes a result which a tag has opened: what somebody says behind it is not of the result. */
const closedIn = (text: string): Span | undefined => {
  if (!text.startsWith('<')) return undefined
  const from = Math.max(0, text.length - looked)
  const last = [...text.slice(from).matchAll(closingTag)].at(-1)
  return last === undefined ? undefined : [from + last.index, from + last.index + last[0].length]
}

/** `before`: what the model said last. */
export const observationIn = (text: string, before: string): Observation | undefined => {
  const beginning = text.slice(0, 3_000)
  const opened = openings.map((opening) => opening.exec(beginning)?.[0].length ?? 0).find((length) => length > 0)
  const told = ranByUser.exec(beginning)
  const start = opened ?? told?.[0].length
  const call = told === null ? callAtTheEnd(before) : { name: 'bash', input: { command: told[1] ?? '' } }
  if (start === undefined || call === undefined) return undefined
  const closed = closedIn(text)
  let end = closed?.[0] ?? text.length
  for (const closing of closings) {
    // No more is looked at than may be one: a result is long.
    const from = Math.max(start, end - looked)
    const at = closing.exec(text.slice(from, end))?.index
    if (at !== undefined) end = from + at
  }
  if (end <= start) return undefined
  const code = returnCode.exec(beginning)?.[0].length
  // A shell's own words are part of what it printed, except the code that says whose words they are.
  const until = closed !== undefined && text.slice(closed[1]).trim() !== '' ? closed[1] : text.length
  const result: PartOfText = code === undefined ? { span: [start, end] } : { span: [code, until], judged: [0, until] }
  return { call, result }
}
