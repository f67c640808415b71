// What a model has thought.

import { expect, it } from 'vitest'
import { isThought } from '../../../../core/chain/identity/thoughts.ts'
import { scanJson } from '../../../../core/json/scan.ts'

it.each([
  ['{"type":"thinking","thinking":"hm"}', true],
  ['{"data":"x","type":"redacted_thinking"}', true],
  ['{"summary":[],"type":"reasoning"}', true],
  ['{"type":"text","text":"thinking"}', false],
  ['{"text":"thinking"}', false],
  // The member counts that says what the block is, and no value that reads like it.
  ['{"kind":"thinking","type":"text"}', false],
  ['{"type":{"type":"thinking"}}', false],
  ['"thinking"', false],
  ['["type","thinking"]', false],
])('%s: %s', (value, is) => {
  const tape = scanJson(value)
  expect(tape !== undefined && isThought(tape, 0)).toBe(is)
})
