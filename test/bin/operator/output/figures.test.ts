// How the operator's commands write numbers.

import { expect, it } from 'vitest'
import { dollarsText, less, whole } from '../../../../bin/operator/output/figures.ts'

it.each([
  [0, '0'],
  [1_234.5, '1,235'],
  [0.4, '0.4'],
  [-0.05, '\u22120.05'],
  [-1e-12, '0'],
  [-1_234, '\u22121,234'],
])('%d tokens are %s', (value, text) => expect(whole(value)).toBe(text))

it.each([
  [0, '$0.00'],
  [3.1, '$3.10'],
  [0.0123, '$0.0123'],
  [-0.0001, '\u2212$0.0001'],
  [0.00004, '< $0.0001'],
  [-0.00004, '\u2212< $0.0001'],
])('%d dollars are %s', (value, text) => expect(dollarsText(value)).toBe(text))

it('a share has the sign of its change', () =>
  expect([less(100, 88), less(100, 103), less(100, 100), less(1e6, 999_999), less(0, 0)]).toEqual([
    '\u221212 %',
    '+3.0 %',
    '0 %',
    '\u2212< 0.1 %',
    '0 %',
  ]))
