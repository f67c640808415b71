// Nothing in an engine may depend on the machine, the time, the locale or the version of Unicode.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const folder = join(import.meta.dirname, '../../../compressor/engines')
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8').replace(/^\s*(\/\/|\*|\/\*\*).*$/gm, '') }))

describe('the sources of the engines', () => {
  it('exist', () => {
    expect(sources.length).toBeGreaterThan(80)
  })

  it.each([
    ['a clock', /\bDate\b|performance\.|hrtime/],
    ['randomness', /Math\.random|randomBytes|randomUUID/],
    ['the machine', /\bprocess\.|node:os|endianness/],
    ['a locale', /toLocale|localeCompare|\bIntl\b|\.normalize\(/],
    ['the version of Unicode', /\\p\{|\\P\{/],
    ['functions whose last bit differs between machines', /Math\.(exp|log|log2|log10|pow|sin|cos|tanh?|cbrt|hypot)\(/],
    ['state that outlives a call', /^(let|var) /m],
  ])('do not use %s', (_what, pattern) => {
    expect(sources.filter(({ text }) => pattern.test(text)).map(({ name }) => name)).toEqual([])
  })
})
