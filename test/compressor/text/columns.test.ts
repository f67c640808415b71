// Columns are zeros, whatever stood in their memory before, and do not overlap.

import { describe, expect, it } from 'vitest'
import { Columns } from '../../../compressor/text/columns.ts'

describe('columns', () => {
  it('are zeros, in memory of the text before or in their own', () => {
    const columns = new Columns(64)
    for (let text = 0; text < 3; text += 1) {
      columns.begin()
      for (const column of [
        columns.uint8(3),
        columns.int16(5),
        columns.uint16(4),
        columns.int32(6),
        columns.int32(9),
      ]) {
        expect(column.every((value) => value === 0)).toBe(true)
        column.fill(7)
      }
    }
  })

  it('share no byte with each other until another text begins', () => {
    const columns = new Columns(64)
    const given = [columns.uint8(3), columns.int16(5), columns.uint16(4), columns.int32(6), columns.int32(9)]
    for (const [at, column] of given.entries()) column.fill(at + 1)
    for (const [at, column] of given.entries()) expect(new Set(column)).toEqual(new Set([at + 1]))
    columns.begin()
    expect(columns.uint8(1).buffer).toBe(given[0]?.buffer)
  })
})
