// How DynamoDB spells values in JSON. Numbers travel as text, bytes in base64.

/** One attribute, by its type. */
export type WireValue =
  | { readonly S: string }
  | { readonly N: string }
  | { readonly B: string }
  | { readonly BOOL: boolean }
  | { readonly NULL: true }
  | { readonly L: readonly WireValue[] }
  | { readonly M: WireItem }
  | { readonly SS: readonly string[] }

export type WireItem = Readonly<Record<string, WireValue>>
export type Item = Readonly<Record<string, unknown>>

const wireNumber = (value: number): string => {
  if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER)
    throw new RangeError('DynamoDB keeps no such number exactly.')
  return String(value)
}

const wireSet = (values: ReadonlySet<unknown>): WireValue => {
  const texts = [...values].filter((value) => typeof value === 'string')
  if (texts.length !== values.size || texts.length === 0)
    throw new TypeError('A set of DynamoDB holds texts, one at least.')
  return { SS: texts }
}

/** Throws `TypeError` or `RangeError` for what DynamoDB does not hold. */
export const wireValue = (value: unknown): WireValue => {
  if (typeof value === 'string') return { S: value }
  if (typeof value === 'number') return { N: wireNumber(value) }
  if (typeof value === 'boolean') return { BOOL: value }
  if (value === null) return { NULL: true }
  if (typeof value !== 'object') throw new TypeError(`DynamoDB holds no ${typeof value}.`)
  if (value instanceof Uint8Array)
    return { B: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64') }
  if (Array.isArray(value)) return { L: value.map(wireValue) }
  if (value instanceof Set) return wireSet(value)
  return { M: wireItem(value) }
}

/** Leaves out what is undefined. */
export const wireItem = (item: object): WireItem => {
  const wire: Record<string, WireValue> = {}
  for (const [name, value] of Object.entries(item)) if (value !== undefined) wire[name] = wireValue(value)
  return wire
}

/** Throws `TypeError` for a type that no adapter writes. */
const plainValue = (wire: WireValue): unknown => {
  if ('S' in wire) return wire.S
  if ('N' in wire) return Number(wire.N)
  if ('BOOL' in wire) return wire.BOOL
  if ('M' in wire) return plainItem(wire.M)
  if ('L' in wire) return wire.L.map(plainValue)
  if ('B' in wire) return new Uint8Array(Buffer.from(wire.B, 'base64'))
  if ('SS' in wire) return new Set(wire.SS)
  if ('NULL' in wire) return null
  throw new TypeError('An attribute has a type that is not known here.')
}

export const plainItem = (wire: WireItem): Record<string, unknown> => {
  const item: Record<string, unknown> = {}
  for (const name in wire) {
    const value = wire[name]
    if (value !== undefined) item[name] = plainValue(value)
  }
  return item
}
