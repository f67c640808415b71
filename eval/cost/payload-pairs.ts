// Pairs of what names a record and what says how it is, in results that are JSON: whoever reads one needs the other with it.

import { isObject, type JsonObject } from '../../core/json/object.ts'

export type Pair = readonly [identity: string, says: string]

const identities = /^(?:id|number|key|sku|code|\w*_id|\w*Id|login)$/
const sayings = /^(?:name|title|state|status|login|label|first_name|last_name)$/

const plainIn = (record: JsonObject, names: RegExp): string[] =>
  Object.entries(record).flatMap(([name, value]) =>
    names.test(name) && (typeof value === 'string' || typeof value === 'number') && String(value).trim().length > 1
      ? [String(value)]
      : [],
  )

function* pairsIn(value: unknown): Generator<Pair> {
  if (Array.isArray(value)) for (const one of value) yield* pairsIn(one)
  if (!isObject(value)) return
  const [identity] = plainIn(value, identities)
  if (identity !== undefined) for (const says of plainIn(value, sayings)) if (says !== identity) yield [identity, says]
  for (const one of Object.values(value)) yield* pairsIn(one)
}

/** The pairs of a text; none if it is no JSON. */
export const pairsOf = (text: string): Pair[] => {
  if (!/^\s*[[{]/.test(text)) return []
  try {
    return [...pairsIn(JSON.parse(text))]
  } catch {
    return []
  }
}
