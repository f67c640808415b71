// Searches everything in a table for pieces of conversations, however they are packed: the table of conversations must
// contain none of their text.

import { inflateRawSync } from 'node:zlib'
import type { Dynamo } from '../../adapters/dynamo/client.ts'
import { scanItems } from '../../adapters/dynamo/commands.ts'
import { pagesOf } from '../../adapters/dynamo/pages.ts'
import { type TableId, tableName } from '../../adapters/dynamo/tables/tables.ts'

export type Item = Readonly<Record<string, unknown>>

/** This many successive characters count as a piece of text. */
const pieceLength = 8

/** All items of a table, with their keys. */
export const everyItem = async (dynamo: Dynamo, table: TableId): Promise<readonly Item[]> => {
  const items: Item[] = []
  const scan = { TableName: tableName(dynamo.tablePrefix, table), ConsistentRead: true }
  const pages = pagesOf(dynamo, (from) => scanItems({ ...scan, ...from }))
  for await (const page of pages) items.push(...(page.Items ?? []))
  return items
}

const piecesOf = function* (text: string): Generator<string> {
  for (let start = 0; start + pieceLength <= text.length; start += 1) yield text.slice(start, start + pieceLength)
}

/** A repeated character is not text: lengths and gaps look like that. */
const isText = (piece: string): boolean => new Set(piece).size > 1

const inflated = (bytes: Buffer): readonly Buffer[] => {
  try {
    return [inflateRawSync(bytes)]
  } catch {
    return []
  }
}

/** Without the odd byte at the end: Node writes it beyond the string that it makes, if the bytes begin at an odd address. */
const wide = (bytes: Buffer): string => bytes.subarray(0, bytes.length - (bytes.length % 2)).toString('utf16le')

const decoded = (bytes: Buffer): readonly string[] => [
  bytes.toString('latin1'),
  bytes.toString('utf8'),
  wide(bytes),
  wide(bytes.subarray(1)),
]

/** Every way to read a value as text; keys of maps count as values. */
const readingsOf = (value: unknown): readonly string[] => {
  if (value instanceof Uint8Array) {
    const bytes = Buffer.from(value)
    return [bytes, ...inflated(bytes)].flatMap(decoded)
  }
  if (typeof value === 'string')
    return [value, ...decoded(Buffer.from(value, 'base64url')), ...decoded(Buffer.from(value, 'hex'))]
  if (typeof value !== 'object' || value === null) return [String(value)]
  const parts: readonly unknown[] =
    value instanceof Set ? [...value] : Array.isArray(value) ? value : Object.entries(value).flat()
  return parts.flatMap(readingsOf)
}

/** The pieces of these texts that these items contain, each with its attribute. */
export const piecesFound = (items: readonly Item[], texts: readonly string[]): readonly string[] => {
  const pieces = new Set(texts.flatMap((text) => [...piecesOf(text)].filter(isText)))
  const found = new Set<string>()
  for (const item of items)
    for (const [attribute, value] of Object.entries(item))
      for (const reading of readingsOf(value))
        for (const piece of piecesOf(reading)) if (pieces.has(piece)) found.add(`${attribute}: ${piece}`)
  return [...found]
}
