// Places in an item: `limits.#requests`, `list[2]`. Names behind `#` are looked up when the expression is applied.

import type { WireItem, WireValue } from '../../dynamo/wire.ts'
import { invalid } from '../refused.ts'
import type { Cursor } from './cursor.ts'

/** What an expression is applied to. */
export interface Scope {
  readonly item: WireItem
  readonly names: Readonly<Record<string, string>>
  readonly values: WireItem
}

export type Path = readonly (string | number)[]

export const readPath = (cursor: Cursor): Path => {
  const parts: (string | number)[] = [cursor.next()]
  for (;;)
    if (cursor.take('.')) parts.push(cursor.next())
    else if (cursor.take('[')) {
      parts.push(Number(cursor.next()))
      cursor.expect(']')
    } else return parts
}

const nameOf = (part: string | number, names: Scope['names']): string | number => {
  if (typeof part === 'number' || !part.startsWith('#')) return part
  const name = names[part]
  if (name === undefined)
    throw invalid(`An expression attribute name used in the document path is not defined: ${part}`)
  return name
}

/** The path with its own names. */
export const resolved = (path: Path, names: Scope['names']): Path => path.map((part) => nameOf(part, names))

const childOf = (value: WireValue | undefined, part: string | number): WireValue | undefined => {
  if (value === undefined) return undefined
  if (typeof part === 'number') return 'L' in value ? value.L[part] : undefined
  return 'M' in value && Object.hasOwn(value.M, part) ? value.M[part] : undefined
}

export const valueAt = (path: Path, { item, names }: Scope): WireValue | undefined =>
  resolved(path, names).reduce<WireValue | undefined>(childOf, { M: item })

const changedList = (list: readonly WireValue[], index: number, value: WireValue | undefined): WireValue => {
  const copy = [...list]
  if (value === undefined) copy.splice(index, 1)
  else copy[Math.min(index, copy.length)] = value
  return { L: copy }
}

const changed = (container: WireValue | undefined, [part, ...rest]: Path, value: WireValue | undefined): WireValue => {
  if (
    part === undefined ||
    container === undefined ||
    !(typeof part === 'number' ? 'L' in container : 'M' in container)
  )
    throw invalid('The document path provided in the update expression is invalid for update')
  const inner = rest.length === 0 ? value : changed(childOf(container, part), rest, value)
  if (typeof part === 'number') return 'L' in container ? changedList(container.L, part, inner) : container
  const members = { ...('M' in container ? container.M : {}) }
  if (inner === undefined) delete members[part]
  else members[part] = inner
  return { M: members }
}

/** What of an item stands at these places, each within its own attribute. */
export const partAt = (item: WireItem, paths: readonly Path[]): WireItem => {
  let part: WireItem = {}
  for (const path of paths) {
    const value = valueAt(path, { item, names: {}, values: {} })
    const members = path.filter((name) => typeof name === 'string')
    if (value === undefined || members.length < path.length) continue
    for (let depth = 1; depth < members.length; depth += 1) {
      const outer = members.slice(0, depth)
      if (valueAt(outer, { item: part, names: {}, values: {} }) === undefined)
        part = withValueAt(part, outer, { M: {} })
    }
    part = withValueAt(part, members, value)
  }
  return part
}

/** The item with another value at this place; without the place if the value is undefined. */
export const withValueAt = (item: WireItem, path: Path, value: WireValue | undefined): WireItem => {
  const whole = changed({ M: item }, path, value)
  return 'M' in whole ? whole.M : item
}
