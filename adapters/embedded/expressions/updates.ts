// Updates: `SET tat = tat + :total, expiresAt = :expiresAt`, `ADD #names :added`, `REMOVE limits.#rate`. Each text is read once
// and kept. All values are those of the item before the update.

import { boundedMap } from '../../../core/collections/bounded-map.ts'
import type { WireItem, WireValue } from '../../dynamo/wire.ts'
import { invalid } from '../refused.ts'
import { type Cursor, cursorOf } from './cursor.ts'
import { addNumbers, negated, type Operand, readOperand } from './operands.ts'
import { type Path, readPath, resolved, type Scope, valueAt, withValueAt } from './paths.ts'

interface Step {
  readonly path: Path
  /** Undefined removes. */
  readonly value: Operand
}

export interface Updated {
  readonly item: WireItem
  /** The places that the update names. */
  readonly touched: readonly Path[]
}

export type Update = (scope: Scope) => Updated

const sum = (one: WireValue | undefined, other: WireValue | undefined, sign: '+' | '-'): WireValue => {
  if (one === undefined || other === undefined || !('N' in one) || !('N' in other))
    throw invalid('An operand in the update expression has an incorrect data type')
  return { N: addNumbers(one.N, sign === '+' ? other.N : negated(other.N)) }
}

const readTerm = (cursor: Cursor): Operand => {
  if (cursor.peek(1) !== '(' || !cursor.take('IF_NOT_EXISTS')) return readOperand(cursor)
  cursor.expect('(')
  const path = readPath(cursor)
  cursor.expect(',')
  const otherwise = readTerm(cursor)
  cursor.expect(')')
  return (scope) => valueAt(path, scope) ?? otherwise(scope)
}

const readSet = (cursor: Cursor): Step => {
  const path = readPath(cursor)
  cursor.expect('=')
  const one = readTerm(cursor)
  const sign = cursor.take('+') ? '+' : cursor.take('-') ? '-' : undefined
  if (sign === undefined) return { path, value: present(one) }
  const other = readTerm(cursor)
  return { path, value: (scope) => sum(one(scope), other(scope), sign) }
}

const present =
  (operand: Operand): Operand =>
  (scope) => {
    const value = operand(scope)
    if (value === undefined)
      throw invalid('The provided expression refers to an attribute that does not exist in the item')
    return value
  }

const added = (before: WireValue | undefined, value: WireValue | undefined): WireValue => {
  if (value !== undefined && 'SS' in value && (before === undefined || 'SS' in before))
    return { SS: [...new Set([...(before?.SS ?? []), ...value.SS])] }
  return sum(before ?? { N: '0' }, value, '+')
}

const readAdd = (cursor: Cursor): Step => {
  const path = readPath(cursor)
  const value = readOperand(cursor)
  return { path, value: (scope) => added(valueAt(path, scope), value(scope)) }
}

const readRemove = (cursor: Cursor): Step => ({ path: readPath(cursor), value: () => undefined })

const sections = { SET: readSet, ADD: readAdd, REMOVE: readRemove }

const readSteps = (text: string): readonly Step[] => {
  const cursor = cursorOf(text)
  const steps: Step[] = []
  for (let section = cursor.peek(); section !== ''; section = cursor.peek()) {
    const read = Object.entries(sections).find(([name]) => name === section)?.[1]
    if (read === undefined) throw invalid(`Invalid UpdateExpression: Syntax error; token: ${JSON.stringify(section)}`)
    cursor.next()
    do steps.push(read(cursor))
    while (cursor.take(','))
  }
  return steps
}

const known = boundedMap<Update>(1_000)

/** Throws `StoreRefused` for what is not an update. */
export const updateOf = (text: string): Update => {
  const before = known.get(text)
  if (before !== undefined) return before
  const steps = readSteps(text)
  const update: Update = (scope) => ({
    item: steps.reduce(
      (item, { path, value }) => withValueAt(item, resolved(path, scope.names), value(scope)),
      scope.item,
    ),
    touched: steps.map(({ path }) => resolved(path, scope.names)),
  })
  known.set(text, update)
  return update
}
