// How many bytes DynamoDB counts for a value, as it documents: names and values in UTF-8, two digits of a number in a byte and
// one more, three for a map or a list and one for each of its values.

export const sizeOf = (value: unknown): number => {
  if (typeof value === 'string') return Buffer.byteLength(value)
  if (typeof value === 'number') return Math.ceil(String(value).replace(/[-.]|^0\.0*/g, '').length / 2) + 1
  if (typeof value !== 'object' || value === null) return 1
  return Object.entries(value).reduce((sum, [name, one]) => sum + Buffer.byteLength(name) + sizeOf(one) + 1, 3)
}

/** Of an item: its own map does not count. */
export const itemSize = (item: Readonly<Record<string, unknown>>): number =>
  Object.entries(item).reduce((sum, [name, one]) => sum + Buffer.byteLength(name) + sizeOf(one), 0)
