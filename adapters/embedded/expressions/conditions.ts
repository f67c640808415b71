// Conditions and filters: `attribute_not_exists(tat) OR tat <= :now`. Each text is read once and kept.

import { boundedMap } from '../../../core/collections/bounded-map.ts'
import type { WireValue } from '../../dynamo/wire.ts'
import { type Cursor, cursorOf } from './cursor.ts'
import { equal, type Operand, order, readOperand } from './operands.ts'
import { readPath, type Scope, valueAt } from './paths.ts'

export type Condition = (scope: Scope) => boolean

const ordered =
  (accepts: (order: number) => boolean) =>
  (one: WireValue | undefined, other: WireValue | undefined): boolean => {
    const found = order(one, other)
    return found !== undefined && accepts(found)
  }

const comparisons: Readonly<Record<string, (one: WireValue | undefined, other: WireValue | undefined) => boolean>> = {
  '=': equal,
  '<>': (one, other) => !equal(one, other),
  '<': ordered((found) => found < 0),
  '<=': ordered((found) => found <= 0),
  '>': ordered((found) => found > 0),
  '>=': ordered((found) => found >= 0),
}

const beginsWith = (value: WireValue | undefined, prefix: WireValue | undefined): boolean =>
  value !== undefined && prefix !== undefined && 'S' in value && 'S' in prefix && value.S.startsWith(prefix.S)

const contains = (value: WireValue | undefined, part: WireValue | undefined): boolean => {
  if (value === undefined || part === undefined) return false
  if ('L' in value) return value.L.some((each) => equal(each, part))
  if (!('S' in part)) return false
  return 'S' in value ? value.S.includes(part.S) : 'SS' in value && value.SS.includes(part.S)
}

const functions: Readonly<Record<string, (cursor: Cursor) => Condition>> = {
  ATTRIBUTE_EXISTS(cursor) {
    const path = readPath(cursor)
    return (scope) => valueAt(path, scope) !== undefined
  },
  ATTRIBUTE_NOT_EXISTS(cursor) {
    const path = readPath(cursor)
    return (scope) => valueAt(path, scope) === undefined
  },
  BEGINS_WITH: (cursor) => ofTwo(cursor, beginsWith),
  CONTAINS: (cursor) => ofTwo(cursor, contains),
}

const ofTwo = (
  cursor: Cursor,
  judge: (one: WireValue | undefined, other: WireValue | undefined) => boolean,
): Condition => {
  const one = readOperand(cursor)
  cursor.expect(',')
  const other = readOperand(cursor)
  return (scope) => judge(one(scope), other(scope))
}

const between = (cursor: Cursor, operand: Operand): Condition => {
  const low = readOperand(cursor)
  cursor.expect('AND')
  const high = readOperand(cursor)
  return (scope) => {
    const value = operand(scope)
    return (order(value, low(scope)) ?? -1) >= 0 && (order(value, high(scope)) ?? 1) <= 0
  }
}

const among = (cursor: Cursor, operand: Operand): Condition => {
  const operands: Operand[] = []
  cursor.expect('(')
  do operands.push(readOperand(cursor))
  while (cursor.take(','))
  cursor.expect(')')
  return (scope) => operands.some((one) => equal(operand(scope), one(scope)))
}

const readComparison = (cursor: Cursor): Condition => {
  const call = cursor.peek(1) === '(' ? functions[cursor.peek()] : undefined
  if (call !== undefined) {
    cursor.next()
    cursor.expect('(')
    const condition = call(cursor)
    cursor.expect(')')
    return condition
  }
  const operand = readOperand(cursor)
  if (cursor.take('BETWEEN')) return between(cursor, operand)
  if (cursor.take('IN')) return among(cursor, operand)
  const compare = comparisons[cursor.peek()]
  if (compare === undefined) cursor.expect('a comparison')
  cursor.next()
  const other = readOperand(cursor)
  return (scope) => compare?.(operand(scope), other(scope)) === true
}

const readNot = (cursor: Cursor): Condition => {
  if (cursor.take('NOT')) {
    const inner = readNot(cursor)
    return (scope) => !inner(scope)
  }
  if (!cursor.take('(')) return readComparison(cursor)
  const inner = readOr(cursor)
  cursor.expect(')')
  return inner
}

const readAnd = (cursor: Cursor): Condition => {
  const all = [readNot(cursor)]
  while (cursor.take('AND')) all.push(readNot(cursor))
  return (scope) => all.every((each) => each(scope))
}

const readOr = (cursor: Cursor): Condition => {
  const any = [readAnd(cursor)]
  while (cursor.take('OR')) any.push(readAnd(cursor))
  return (scope) => any.some((each) => each(scope))
}

const known = boundedMap<Condition>(1_000)

/** Throws `StoreRefused` for what is not a condition. */
export const conditionOf = (text: string): Condition => {
  const before = known.get(text)
  if (before !== undefined) return before
  const cursor = cursorOf(text)
  const condition = readOr(cursor)
  cursor.end()
  known.set(text, condition)
  return condition
}
