// The demo plays to its end and shows what it promises.

import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { defined } from '../../core/collections/defined.ts'
import { excerpt, runsOf, shortened } from '../../local/demo/deleted.ts'
import { demoPage } from '../../local/demo/page.ts'
import { steps } from '../../local/demo/session.ts'
import { showTurn } from '../../local/demo/show.ts'
import { aReceipt } from '../adapters/dynamo/receipts.ts'
import { startProcess, temporaryFolder } from './service-process.ts'

const script = join(import.meta.dirname, '..', '..', 'local', 'demo', 'main.ts')

it('plays a session in two modes, shows every turn and the ledger, and ends by itself; again it shows the same', {
  timeout: 120_000,
}, async () => {
  // Both at once: what one plays has nothing to do with the other, and most of half a minute is waiting.
  const play = () => startProcess([], { script }).ended
  const [{ code, out, err }, again] = await Promise.all([play(), play()])
  expect({ code, err }).toEqual({ code: 0, err: '' })
  const [, repeated = '', arrival = ''] = out.split(/^Mode /m)
  expect(repeated).toMatch(/^repeated · messages dialect/)
  expect(arrival).toMatch(/^arrival · chat-completions dialect/)
  for (const session of [repeated, arrival]) {
    const turns = session.match(/^\d +\w+ +[\d,]+ +[\d,]+ +−?[\d.]+ % +−?\$[\d.]+$/gm)
    expect(turns).toHaveLength(steps.length)
    expect(session).toContain('⟦')
    expect(session).toMatch(/^input tokens +[\d,]+ +[\d,]+ +−\d+ %/m)
    expect(session).toMatch(/^as they are charged .*−\d+ % +\$0\.\d+$/m)
  }
  // The marks of deletions stand for colours, and have no width on a terminal.
  const wide = out.split('\n').filter((line) => line.replaceAll(/[⟦⟧]/g, '').length > 84)
  expect(wide).toEqual([])
  expect(again.out).toBe(out)
})

it('says before it plays that its page cannot be written', () => {
  const cwd = temporaryFolder()
  const page = join(cwd, 'demo.html')
  mkdirSync(page)
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--page'], { cwd, encoding: 'utf8' })
  const told = `${page} cannot be written: it is a folder (EISDIR).\n`
  expect([status, stdout, stderr]).toEqual([1, '', told])
})

describe('the page', () => {
  const turn = { brought: 'list_builds', sent: '{"messages":[{"content":"<a>  b"}]}' }
  const receipt = aReceipt({ tokensBefore: 100, tokensAfter: 80, effectiveTokensBefore: 100, effectiveTokensAfter: 80 })
  const played = { number: 3, turn, received: '{"messages":[{"content":"<a> b"}]}', receipt }
  const page = demoPage([{ mode: 'repeated', turns: [played] }])

  it('shows left what the agent sent, with what went marked, and right what went', () => {
    expect(page).toContain('aria-label="Sent by the agent">&lt;a&gt; <del> </del>b</pre>')
    expect(page).toContain('aria-label="Received by the provider">&lt;a&gt; b</pre>')
    const text = page.replaceAll(/<\/?span[^>]*>/g, '')
    expect(text).toContain('100 → 80 input tokens (−20 %), &lt; $0.0001 saved')
    expect(text).toContain('1 result became shorter')
  })

  it('says why nothing went, as the terminal does', () => {
    const whole = { ...played, received: turn.sent, receipt: aReceipt({ tokensBefore: 100, tokensAfter: 100 }) }
    const floored = { ...whole, receipt: { ...whole.receipt, reason: 'below-cacheable-length' } }
    const said = demoPage([{ mode: 'repeated', turns: [whole, floored] }])
    expect(said).toContain('<p>The newest result stays whole until the model has read it.</p>')
    expect(said).toContain('<p>The prompt kept text that could go: without it, it might be too short to cache.</p>')
  })

  it('loads nothing and runs no script', () => {
    expect(page).not.toMatch(/<script|src=|href=|url\(/)
  })
})

it.each([
  [
    'arrival',
    'below-cacheable-length',
    'the prompt kept text that could go: without it, it might be too short to cache',
  ],
  ['arrival', undefined, 'nothing to delete from the newest result'],
  ['repeated', undefined, 'the newest result stays whole until the model has read it'],
] as const)('where nothing went in mode %s (%s) it says why', (compactionMode, reason, said) => {
  const turn = { brought: 'list_builds', sent: '{"messages":[{"content":"a"}]}' }
  const receipt = aReceipt({ compactionMode, ...defined({ reason }), tokensBefore: 100, tokensAfter: 100 })
  expect(showTurn(2, turn, turn.sent, receipt).split('\n')[1]?.trim()).toBe(said)
})

describe('what was deleted', () => {
  it('is found wherever the bodies differ', () => {
    const before = { a: ['x', { text: '{ "a": 1 }' }], b: 'same', c: 1 }
    const after = { a: ['x', { text: '{"a":1}' }], b: 'same', c: 1 }
    expect(shortened(before, after)).toEqual([{ before: '{ "a": 1 }', after: '{"a":1}' }])
  })

  it.each([
    ['\u001b[2m2 ms\u001b[22m', '2 ms', ['\u001b[2m', '\u001b[22m']],
    ['a \u001b[33m3\u001b[39m m', 'a 3 m', ['\u001b[33m', '\u001b[39m']],
    ['xabxab', 'xab', ['xab']],
    ['{\n  "a": 1\n}', '{"a":1}', ['\n  ', ' ', '\n']],
  ])('of %j is told in as few pieces as can be', (before, after, gone) => {
    const runs = runsOf({ before, after })
    expect(runs.filter(({ deleted }) => deleted).map(({ text }) => text)).toEqual(gone)
    expect(runs.map(({ text }) => text).join('')).toBe(before)
    expect(runs.flatMap(({ text, deleted }) => (deleted ? [] : [text])).join('')).toBe(after)
  })

  it('is shown in its surroundings', () => {
    const mark = (text: string): string => `<${text}>`
    expect(excerpt({ before: '{\n  "a": 1\n}', after: '{"a":1}' }, 40, mark)).toBe('{<⏎··>"a":<·>1<⏎>}')
    expect(excerpt({ before: '\u001b[32mok\u001b[39m', after: 'ok' }, 40, mark)).toBe('<␛[32m>ok<␛[39m>')
    expect(excerpt({ before: 'keep drop it all keep', after: 'keep keep' }, 12, mark)).toMatch(/^keep <[^>]*>$/)
  })
})
