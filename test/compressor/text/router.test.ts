// Every kind of block, by example; and the laws of a cover.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BlockKind, routeBlocks } from '../../../compressor/text/router.ts'

const prose = 'This is a plain sentence, and here is another one that follows it.\n'

const examples: readonly (readonly [kind: BlockKind, text: string])[] = [
  ['prose', prose],
  ['prose', '# Title\n\nA paragraph under it.\n\n- first item\n- second item\n'],
  ['prose', 'In 2001 about 1,100 species, 1,200 of them (62 acres) and $60,000 in stock were counted.\n'],
  ['fenced', '```ts\nconst a = 1\nplain words inside\n```\n'],
  ['fenced', '~~~\nnever closed\n'],
  ['json', '{"a": [1, 2,\n 3]}\n'],
  ['json', '{"a": 1}\n{"a": 2}\n'],
  ['code', 'def total(items):\n    """Adds them up."""\n    return sum(items)\n'],
  ['code', 'const a = compute(b)\nif (a > 3) {\n  report(a)\n}\n'],
  ['code', 'name: service\nversion: 2\nport: 8080\n'],
  ['log', '2026-01-02 10:00:00 INFO started\n2026-01-02 10:00:01 WARN slow\n'],
  ['log', 'Traceback (most recent call last):\n  File "a.py", line 1, in <module>\nValueError: wrong\n'],
  ['table', '| a | b |\n|---|---|\n| 1 | 2 |\n'],
  ['table', 'name,age,city\nbob,1,paris\n'],
  ['diff', 'diff --git a/x b/x\n@@ -1,2 +1 @@\n-foo\n+bar\n context\n'],
  ['listing', 'total 12\n-rw-r--r-- 1 root root 12 a.txt\n-rw-r--r-- 1 root root 12 b.txt\n'],
  ['listing', 'src/a.ts:12: const x\nsrc/b.ts:40: const y\n'],
  ['listing', 'alpha\nbeta\ngamma\ndelta\n'],
  ['listing', 'HOME=/root\nPATH=/bin\n'],
]

const text = (): fc.Arbitrary<string> =>
  fc
    .array(fc.constantFrom(...examples.map(([, example]) => example), '\n', '   \n', '```\n', '{\n', 'x', '\r\n'))
    .map((blocks) => blocks.join(''))

describe('routeBlocks', () => {
  it.each(examples)('finds %s in %j', (kind, example) => {
    expect(routeBlocks(example).map((block) => block.kind)).toEqual([kind])
  })

  it('separates prose from structured text inside it', () => {
    for (const [kind, example] of examples) {
      if (kind === 'prose' || example.startsWith('~~~')) continue
      const kinds = routeBlocks(`${prose}\n${example}\n${prose}`).map((block) => block.kind)
      expect(kinds, example).toEqual(['prose', kind, 'prose'])
    }
  })

  it('covers the text without gaps or overlaps', () => {
    fc.assert(
      fc.property(fc.oneof(text(), fc.string({ unit: 'binary' })), (whole) => {
        let reached = 0
        for (const { start, end } of routeBlocks(whole)) {
          expect(start).toBe(reached)
          expect(end).toBeGreaterThan(start)
          reached = end
        }
        expect(reached).toBe(whole.length)
      }),
    )
  })

  it('stays linear on brackets that never close', () => {
    expect(routeBlocks('{\n'.repeat(50_000)).length).toBeGreaterThan(0)
    expect(routeBlocks('['.repeat(200_000)).length).toBe(1)
  })
})
