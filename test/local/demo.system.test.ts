// The demo plays to its end and shows what it promises.

import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { excerpt, shortened } from '../../local/demo/deleted.ts'
import { steps } from '../../local/demo/session.ts'
import { startProcess } from './service-process.ts'

it('plays a session in two modes, shows every turn and the ledger, and ends by itself', {
  timeout: 60_000,
}, async () => {
  const script = join(import.meta.dirname, '..', '..', 'local', 'demo', 'main.ts')
  const { code, out, err } = await startProcess([], { script }).ended
  expect({ code, err }).toEqual({ code: 0, err: '' })
  const [, repeated = '', arrival = ''] = out.split(/^Mode /m)
  expect(repeated).toMatch(/^repeated · messages dialect/)
  expect(arrival).toMatch(/^arrival · chat-completions dialect/)
  for (const session of [repeated, arrival]) {
    const turns = session.match(/^\d +\w+ +[\d,]+ +[\d,]+ +[\d,]+ +\d+ ms$/gm)
    expect(turns).toHaveLength(steps.length)
    expect(session.match(/^\d\d:\d\d:\d\d\.\d{3} /gm)).toHaveLength(steps.length)
    expect(session).toContain('⟦')
    const share = Number(/([\d.]+) % fewer input tokens/.exec(session)?.[1])
    expect(share).toBeGreaterThan(5)
  }
})

describe('what was deleted', () => {
  it('is found wherever the bodies differ', () => {
    const before = { a: ['x', { text: '{ "a": 1 }' }], b: 'same', c: 1 }
    const after = { a: ['x', { text: '{"a":1}' }], b: 'same', c: 1 }
    expect(shortened(before, after)).toEqual([{ before: '{ "a": 1 }', after: '{"a":1}' }])
  })

  it('is shown in its surroundings', () => {
    const mark = (text: string): string => `<${text}>`
    expect(excerpt({ before: '{\n  "a": 1\n}', after: '{"a":1}' }, 40, mark)).toBe('{<⏎··>"a":<·>1<⏎>}')
    expect(excerpt({ before: '\u001b[32mok\u001b[39m', after: 'ok' }, 40, mark)).toBe('<␛[32m>ok<␛[39m>')
    expect(excerpt({ before: 'keep drop it all keep', after: 'keep keep' }, 12, mark)).toMatch(/^keep <[^>]*>$/)
  })
})
