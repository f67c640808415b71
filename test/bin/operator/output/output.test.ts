// What a stranger named is shown in a table, and obeyed by no terminal.

import { expect, it } from 'vitest'
import { facts, table } from '../../../../bin/operator/output/output.ts'

it('shows what would control a terminal or turn text around', () => {
  const row = { device: 'de\u001b[2J\u202esk\u2066\n' }
  expect(table([row], '')).toContain('de�[2J�sk��')
  expect(facts(row)).toContain('de�[2J�sk��')
})
