// What `wrap --dry-run` shows of a file.

import { expect, it } from 'vitest'
import { differenceOf } from '../../../cli/wrap/diff.ts'

it('is the lines that differ, with two beside them', () => {
  expect(differenceOf('a\nb\nc\nd\ne\nf\n', 'a\nb\nc\nD\ne\nf\n')).toEqual(['  b', '  c', '- d', '+ D', '  e', '  f'])
})

it('ends with the last line', () => {
  expect(differenceOf('', 'a\n')).toEqual(['+ a'])
  expect(differenceOf('a\nb\n', 'A\nb\n')).toEqual(['- a', '+ A', '  b'])
})
