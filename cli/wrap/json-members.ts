// Changes single members of a JSON text where they stand: everything else keeps its bytes, its order and its blanks. Comments, and
// commas before a closing bracket, are read as some agents read them.

import { type Members, membersOf } from '../../core/json/object-members.ts'
import { endOf, kindOf, rawOf, startOf } from '../../core/json/read.ts'
import { JsonKind, type JsonTape, scanJson } from '../../core/json/scan.ts'
import { asPlainJson } from '../files/plain-json.ts'
import { Failed } from '../world/faults.ts'
import { lineBreakOf } from './line-break.ts'

export type MemberPath = readonly string[]

const usualIndent = '  '

/** A file in which nothing can be changed as it is. */
export class BrokenFile extends Failed {}

/** Throws `BrokenFile` where there are comments: for agents that leave such a file out. */
export const requirePlainJson = (text: string): void => {
  if (scanJson(text) === undefined) throw new BrokenFile('The file is not a JSON object.')
}

const tapeOf = (text: string): JsonTape => {
  const tape = scanJson(text) ?? scanJson(asPlainJson(text))
  if (tape === undefined || kindOf(tape, 0) !== JsonKind.Object) throw new BrokenFile('The file is not a JSON object.')
  return tape
}

/** Members of an object. Throws `BrokenFile` for one that names a member twice: nobody knows which one counts. */
const readMembers = (tape: JsonTape, node: number): Members => {
  const members = membersOf(tape, node)
  if (members === undefined)
    throw new BrokenFile('The file names a member twice, or has a value where an object is expected.')
  return members
}

const valuesIn = (tape: JsonTape, object: number): number[] => {
  const values: number[] = []
  readMembers(tape, object).each((_, node) => values.push(node))
  return values
}

/** As far as the path leads: the last object on it, and what is left of the path there. */
const follow = (tape: JsonTape, path: MemberPath): { readonly object: number; readonly left: MemberPath } => {
  let object = 0
  for (const [depth, name] of path.entries()) {
    const next = readMembers(tape, object).get(name)
    if (next === undefined || depth === path.length - 1) return { object, left: path.slice(depth) }
    object = next
  }
  return { object, left: [] }
}

const valueAt = (tape: JsonTape, path: MemberPath): number | undefined => {
  const { object, left } = follow(tape, path)
  return left.length === 1 ? readMembers(tape, object).get(left[0] ?? '') : undefined
}

/** The member's value as it is written; nothing if there is none. */
export const memberAt = (text: string, path: MemberPath): string | undefined => {
  const tape = tapeOf(text)
  const node = valueAt(tape, path)
  return node === undefined ? undefined : rawOf(tape, node)
}

/** The blanks that begin the line at a place. */
const indentAt = (text: string, at: number): string => {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at)
  return /^[ \t]*/.exec(line)?.[0] ?? ''
}

/** `newLine`: a line break with what begins each line; nothing: all on one line. */
const spelled = (value: unknown, newLine: string | undefined): string =>
  newLine === undefined
    ? JSON.stringify(value)
    : JSON.stringify(value, undefined, usualIndent).replaceAll('\n', newLine)

/** A value for the rest of a path whose objects are not there yet. */
const nested = ([, ...inner]: MemberPath, value: unknown): unknown =>
  inner.reduceRight<unknown>((made, name) => ({ [name]: made }), value)

/** With the member set; objects on the way to it are made. */
export const withMember = (text: string, path: MemberPath, value: unknown): string => {
  const tape = tapeOf(text)
  const node = valueAt(tape, path)
  const lineBreak = lineBreakOf(text)
  if (node !== undefined) {
    const isOnLines = text.includes('\n')
    const made = spelled(value, isOnLines ? lineBreak + indentAt(text, startOf(tape, node)) : undefined)
    return text.slice(0, startOf(tape, node)) + made + text.slice(endOf(tape, node))
  }
  const { object, left } = follow(tape, path)
  const members = valuesIn(tape, object)
  const last = members.at(-1)
  const isOnLines =
    last === undefined
      ? text.includes('\n') || text.length < 4
      : text.slice(startOf(tape, object), startOf(tape, last)).includes('\n')
  const close = endOf(tape, object) - 1
  const outer = indentAt(text, last === undefined ? startOf(tape, object) : close)
  const indent = last === undefined ? outer + usualIndent : indentAt(text, startOf(tape, last))
  const newLine = isOnLines ? lineBreak + indent : undefined
  const member = `${JSON.stringify(left[0])}:${isOnLines ? ' ' : ''}${spelled(nested(left, value), newLine)}`
  if (last === undefined) {
    const open = startOf(tape, object) + 1
    const comment = text.slice(open, close)
    const inside = (newLine ?? '') + member
    if (comment.trim() !== '') return text.slice(0, open) + inside + text.slice(open)
    return text.slice(0, open) + inside + (isOnLines ? lineBreak + outer : '') + text.slice(close)
  }
  const end = endOf(tape, last)
  return `${text.slice(0, end)},${newLine ?? ''}${member}${text.slice(end)}`
}

/** Without the member, and without the comma and the blanks that stood between it and its neighbour. */
export const withoutMember = (text: string, path: MemberPath): string => {
  const tape = tapeOf(text)
  const node = valueAt(tape, path)
  if (node === undefined) return text
  const { object } = follow(tape, path)
  const values = valuesIn(tape, object)
  const place = values.indexOf(node)
  const key = startOf(tape, node - 1)
  const before = values[place - 1]
  const after = values[place + 1]
  if (before !== undefined) return text.slice(0, endOf(tape, before)) + text.slice(endOf(tape, node))
  if (after !== undefined) return text.slice(0, key) + text.slice(startOf(tape, after - 1))
  const close = endOf(tape, object) - 1
  const comment = text.slice(endOf(tape, node), close).replace(/^\s*,/, '')
  return text.slice(0, startOf(tape, object) + 1) + (comment.trim() === '' ? '' : comment) + text.slice(close)
}
