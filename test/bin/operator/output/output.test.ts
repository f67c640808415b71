// What a stranger named is shown in a table, and obeyed by no terminal.

import { expect, it } from 'vitest'
import { facts, table } from '../../../../bin/operator/output/output.ts'
import { columnsOf } from '../../../../core/text/columns.ts'

it('shows what would control a terminal or turn text around', () => {
  const row = { device: 'de\u001b[2J\u202esk\u2066\n' }
  expect(table([row], '')).toContain('de�[2J�sk��')
  expect(facts(row)).toContain('de�[2J�sk��')
})

it('lines columns up below names of every script, and cuts between characters', () => {
  const rows = ['build', '建造服务器的密钥', '빌드', 'بناء', 'cafe\u0301', '🦊🦊🦊🦊'].map((name) => ({
    name,
    state: 'active',
  }))
  for (const room of [Number.POSITIVE_INFINITY, 18]) {
    const lines = table(rows, '', room).split('\n')
    const before = lines.map((line) => columnsOf(line.slice(0, line.lastIndexOf(' '))))
    expect(new Set(before).size, lines.join('\n')).toBe(1)
    expect(lines.every((line) => line.isWellFormed() && columnsOf(line) <= room)).toBe(true)
  }
  expect(table(rows, '', 18)).toContain('建造服务…')
})
