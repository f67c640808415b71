// Lines in which a program says what is wrong.

import { describe, expect, it } from 'vitest'
import { compacted } from './compacted.ts'

const around = (line: string): string => {
  const others = Array.from(
    { length: 30 },
    (_, at) =>
      `(/usr/share/texlive/texmf-dist/tex/latex/${'abcdef'[at % 6]}${at}.sty\nPackage: p${at} 2022/06/${at + 1} v${at}.1 something\n)`,
  )
  return [
    ...others.slice(0, 15),
    line,
    ...others.slice(15),
    'Output written on main.pdf (4 pages, 201341 bytes).',
  ].join('\n')
}

describe('a line that says what is wrong', () => {
  it.each([
    '! Undefined control sequence.',
    '! LaTeX Error: File `a.sty not found.',
    '✗ worker-2 has no disk left',
    '[!] Android toolchain - develop for Android devices',
    '❌ signed by nobody',
    '< retry-after: 37',
    '*  expire date: Nov 20 23:59:59 2026 GMT',
    '*  SSL certificate verify result: certificate has expired (10), continuing anyway.',
  ])('stays at every budget that is sent: %s', (line) => {
    const text = around(line)
    for (const budget of [0.68, 0.7, 0.72, 0.74, 0.76]) {
      const left = compacted(text, budget)
      expect(left.length, String(budget)).toBeLessThan(text.length)
      expect(left.split('\n'), String(budget)).toContain(line)
    }
  })
})
