// Values in expressions, and how they compare.

import { isDeepStrictEqual } from 'node:util'
import type { WireValue } from '../../dynamo/wire.ts'
import { invalid } from '../refused.ts'
import type { Cursor } from './cursor.ts'
import { readPath, type Scope, valueAt } from './paths.ts'

/** Undefined where the item has nothing of this name. */
export type Operand = (scope: Scope) => WireValue | undefined

const given =
  (name: string): Operand =>
  ({ values }) => {
    const value = values[name]
    if (value === undefined) throw invalid(`An expression attribute value used in expression is not defined: ${name}`)
    return value
  }

const sizeOf = (value: WireValue | undefined): WireValue | undefined => {
  if (value === undefined) return undefined
  if ('S' in value) return { N: String(value.S.length) }
  if ('B' in value) return { N: String(Buffer.byteLength(value.B, 'base64')) }
  if ('L' in value) return { N: String(value.L.length) }
  if ('SS' in value) return { N: String(value.SS.length) }
  return 'M' in value ? { N: String(Object.keys(value.M).length) } : undefined
}

export const readOperand = (cursor: Cursor): Operand => {
  if (cursor.peek(1) === '(' && cursor.take('SIZE')) {
    cursor.expect('(')
    const path = readPath(cursor)
    cursor.expect(')')
    return (scope) => sizeOf(valueAt(path, scope))
  }
  if (cursor.peek().startsWith(':')) return given(cursor.next())
  const path = readPath(cursor)
  return (scope) => valueAt(path, scope)
}

const isInteger = (text: string): boolean => /^-?\d+$/.test(text)

/** Exact for integers of any length. */
const compareNumbers = (one: string, other: string): number =>
  isInteger(one) && isInteger(other)
    ? Number(BigInt(one) > BigInt(other)) - Number(BigInt(one) < BigInt(other))
    : Number(one) - Number(other)

/** The sum, exact for integers. */
export const addNumbers = (one: string, other: string): string =>
  isInteger(one) && isInteger(other) ? String(BigInt(one) + BigInt(other)) : String(Number(one) + Number(other))

export const negated = (number: string): string => (number.startsWith('-') ? number.slice(1) : `-${number}`)

/** Below, at or above zero; undefined for values that have no order between them. Text by its bytes. */
export const order = (one: WireValue | undefined, other: WireValue | undefined): number | undefined => {
  if (one === undefined || other === undefined) return undefined
  if ('N' in one && 'N' in other) return compareNumbers(one.N, other.N)
  if ('S' in one && 'S' in other)
    return one.S === other.S ? 0 : Buffer.compare(Buffer.from(one.S), Buffer.from(other.S))
  if ('B' in one && 'B' in other) return Buffer.compare(Buffer.from(one.B, 'base64'), Buffer.from(other.B, 'base64'))
  return undefined
}

export const equal = (one: WireValue | undefined, other: WireValue | undefined): boolean =>
  one !== undefined && other !== undefined && (order(one, other) === 0 || isDeepStrictEqual(one, other))
