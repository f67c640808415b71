// Kinds of text that stay whole: code, diffs, listings.

import { describe, expect, it } from 'vitest'
import { budgets, compacted, reasonFor } from './compacted.ts'

const method = (name: string): string[] => [
  `  async ${name}(order: Order): Promise<Receipt> {`,
  `    // ${name} talks to the ledger`,
  `    const receipt = await this.ledger.${name}(order.id)`,
  '    if (receipt === undefined) {',
  `      throw new LedgerError('${name} failed')`,
  '    }',
  '    return receipt',
  '  }',
  '',
]
const source = ['export class Orders {', ...['open', 'close', 'refund', 'ship', 'hold'].flatMap(method), '}'].join('\n')

const hunk = (at: number): string[] => [
  `@@ -${at},3 +${at},3 @@ class Orders {`,
  ' const a = 1',
  `-const b = ${at}`,
  `+const b = ${at + 1}`,
]
const diff = [
  ...[
    'diff --git a/src/orders.ts b/src/orders.ts',
    'index 3f1a2b..9c8d7e 100644',
    '--- a/src/orders.ts',
    '+++ b/src/orders.ts',
  ],
  ...[10, 40, 70].flatMap(hunk),
  ...['diff --git a/src/ledger.ts b/src/ledger.ts', '--- a/src/ledger.ts', '+++ b/src/ledger.ts'],
  ...[5, 50, 90, 120].flatMap(hunk),
].join('\n')

const listing = Array.from(
  { length: 40 },
  (_, at) => `-rw-r--r--  1 root root  ${1_000 + at} Jan  4 10:0${at % 10} module-${at}.ts`,
)

describe('code', () => {
  it('is kept whole by default', () => {
    expect(reasonFor(source)).toBe('code')
  })

  it('stays whole when it is minified', () => {
    expect(reasonFor('function f(a,b){return a+b};var x=f(1,2);'.repeat(60))).toBe('code')
  })

  it('stays byte for byte in a fence inside compacted text', () => {
    const events = Array.from(
      { length: 60 },
      (_, at) => `2031-01-01 10:00:${10 + (at % 50)} INFO tick ${at} of the clock`,
    )
    const kept = compacted(`${events.join('\n')}\n\n\`\`\`ts\n${source}\n\n\n\`\`\`\n`)
    expect(kept).toContain(`\`\`\`ts\n${source}\n\n\n\`\`\`\n`)
    expect(kept.split('\n').filter((line) => line.includes('tick')).length).toBeLessThan(20)
  })

  it('keeps the lines around every kept line beyond the default, and the closing bracket of every kept opening one', () => {
    for (const budget of budgets) {
      const kept = compacted(source, budget).split('\n')
      expect(kept.filter((line) => line.endsWith('{'))).toHaveLength(kept.filter((line) => line.trim() === '}').length)
      for (const [at, line] of kept.entries())
        if (line.startsWith('    const receipt')) {
          const name = /ledger\.(\w+)/.exec(line)?.[1]
          expect(kept.slice(0, at).findLast((each) => each.startsWith('  async'))).toContain(`async ${name}(`)
        }
    }
  })
})

describe('fences', () => {
  it('stay in pairs, at any budget', () => {
    const blocks = ['ts', '', 'python'].map((name) => `\`\`\`${name}\n${source}\n\`\`\`\n`)
    const text = `Three versions of the file follow, the last of them is in use.\n\n${blocks.join('\nAnd now the next one, which was written in the spring.\n\n')}~~~\n\`\`\`\n~~~\n`
    for (const budget of budgets)
      expect(compacted(text, budget).match(/^(```|~~~)/gm)).toEqual(text.match(/^(```|~~~)/gm))
  })
})

describe('reports of failures', () => {
  it('stay inside code, at any budget', () => {
    const lines = source.split('\n')
    const reports = [
      'E       AssertionError: assert 3 == 4',
      'ValueError: no such order',
      '12:00 ERROR ledger is closed',
    ]
    const text = reports.flatMap((report) => [...lines, report]).join('\n')
    for (const budget of budgets)
      for (const report of reports) expect(compacted(text, budget).split('\n')).toContain(report)
  })
})

describe('diffs', () => {
  it('are kept whole by default', () => {
    expect(compacted(diff)).toBe(diff)
  })

  it('lose only whole hunks beyond the default, and keep the heads of files', () => {
    for (const budget of budgets) {
      const kept = compacted(diff, budget)
      expect(kept.match(/^diff --git /gm)).toHaveLength(2)
      for (const part of kept.split(/^(?=@@ )/m).slice(1)) expect(diff).toContain(part.trimEnd())
      expect(kept.match(/^\+const/gm)?.length).toBe(kept.match(/^@@ /gm)?.length)
    }
  })
})

describe('listings', () => {
  it('stay untouched, because a missing line reads as a missing file', () => {
    expect(reasonFor(listing.join('\n'))).toBe('listing')
  })

  it('include search hits, environments and lists of tests', () => {
    expect(
      reasonFor(Array.from({ length: 30 }, (_, at) => `src/a${at}.ts:${at}:  const total = price * ${at}`).join('\n')),
    ).toBe('listing')
    expect(reasonFor(Array.from({ length: 30 }, (_, at) => `SHOP_SETTING_${at}=value-${at}`).join('\n'))).toBe(
      'listing',
    )
    expect(reasonFor(Array.from({ length: 30 }, (_, at) => `${at}:  return parse(line, ${at})`).join('\n'))).toBe(
      'listing',
    )
  })

  it('lose only lines that repeat the line before', () => {
    const doubled = listing.flatMap((line, at) => (at % 2 === 0 ? [line, line, line] : [line]))
    expect(compacted(doubled.join('\n'))).toBe(listing.join('\n'))
  })
})
