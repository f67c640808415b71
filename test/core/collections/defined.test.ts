// Members that are undefined are left out, and only those.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Defined, defined } from '../../../core/collections/defined.ts'

it('leaves out what is undefined, and keeps null, false, zero and the empty text', () => {
  const members: { a?: number | undefined; b: null; c: boolean; d: number; e: string; f: undefined } = {
    a: undefined,
    b: null,
    c: false,
    d: 0,
    e: '',
    f: undefined,
  }
  const kept: Defined<typeof members> = defined(members)
  expect(Object.keys(kept)).toEqual(['b', 'c', 'd', 'e'])
  expect(kept).toEqual({ b: null, c: false, d: 0, e: '' })
})

it('keeps the order of the members and changes no value', () => {
  const ourName = fc.string().filter((name) => name !== '__proto__')
  fc.assert(
    fc.property(fc.dictionary(ourName, fc.option(fc.anything(), { nil: undefined })), (members) => {
      const kept = Object.entries(members).filter(([, value]) => value !== undefined)
      expect(Object.entries(defined(members))).toEqual(kept)
    }),
  )
})
