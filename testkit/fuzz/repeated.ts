// A few short pieces, over and over: what makes a pattern or a loop look at the rest of the text again for each of them. Time may grow
// with the text, and not with its square.

import type { Engine } from '../../compressor/engines/engine.ts'
import { Random } from '../random.ts'
import { stride, type Tally } from './run.ts'

const pieces: readonly [string, ...string[]] = [
  'lamp ',
  ...[
    '\n',
    '\n',
    '\n\n',
    '\r\n',
    ' ',
    '  ',
    '\t',
    '\u0000',
    '\b',
    '\u001b[31m',
    'a',
    'é',
    '漢',
    '😀',
    '12',
    '3:4',
    '0.5',
    '1e9',
    '100%',
  ],
  ...[
    "'",
    '"',
    "\\'",
    '\\"',
    '\\',
    '`',
    '[',
    ']',
    '{',
    '}',
    '(',
    ')',
    '<',
    '>',
    ',',
    ';',
    ':',
    ': ',
    '=',
    '/',
    '.',
    '...',
    '_',
    '*',
    '**',
  ],
  ...[
    '//',
    '/*',
    '*/',
    '<!--',
    '-->',
    '<a>',
    '</a>',
    '```',
    '~~~',
    '---',
    '===',
    '+',
    '-',
    '|',
    '| a | b |',
    '# ',
    '## H\n',
    '- a\n',
    '1. ',
  ],
  ...[
    '"k":',
    '{"a":1}',
    '{"a":1},',
    'null',
    'true',
    "{'a': 1, ",
    'A(b=1, ',
    '&amp;',
    '%20',
    'https://a.test/c?d=e',
    'word ',
    'Error: ',
  ],
  ...[
    'src/a.ts',
    'src/a.ts:\n',
    '==> a <==',
    './a:\n',
    '-rw-r--r-- 1 a b 3 x\n',
    'total 12\n',
    '--opt',
    '  -x, --long\n',
    'Answer:\n',
  ],
  ...[
    '2031-01-02 10:00:00 ',
    'INFO ',
    'FAIL ',
    'ok ',
    'PASS',
    '✓',
    '✗',
    '$ ',
    '>>> ',
    'INSERT ',
    'DELETE ',
    'Name: x\n',
    'State: up\n',
  ],
  ...[
    'File "a.py", line 3, in f\n',
    '  at f (a.js:1:2)\n',
    'Traceback (most recent call last):\n',
    'if (a) {\n',
    'def f():\n',
    'return x\n',
  ],
  ...[
    'diff --git a/x b/x\n',
    '@@ -1,2 +1,2 @@\n',
    'commit 1b2c3d4e5f60\n',
    'a.ts(3,4): error TS1: no\n',
    '  1:2  error  no\n',
  ],
]

interface Repeated {
  readonly name: string
  readonly write: (size: number) => string
}

/** The text of a number, at any size: the same for the same seed. */
const repeatedOf = (seed: number, at: number): Repeated => {
  const random = new Random(seed + Math.imul(at, stride))
  const some = (most: number): string => random.times(random.below(most + 1), () => random.pick(pieces))
  const [opening, piece, closing] = [some(3), random.pick(pieces) + some(3), some(1)]
  const isNumbered = random.below(3) === 0
  return {
    name: `${JSON.stringify([opening, piece, closing])}${isNumbered ? ', numbered' : ''}`,
    write: (size) => {
      const count = Math.ceil(size / piece.length)
      const middle = isNumbered ? Array.from({ length: count }, (_, nth) => piece + nth).join('') : piece.repeat(count)
      return opening + middle + closing
    },
  }
}

const [few, many] = [15_000, 60_000]
/** Milliseconds of the processor that a text of `many` characters may take before its growth is measured. */
const quick = 400
/** Four times the text takes four times as long, and sixteen times if the time grows with its square; the rest is noise. */
const mostGrowth = 11

const best = (engine: Engine, text: string, rounds: number): number => {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round += 1) {
    const since = process.cpuUsage()
    engine.compress(text, { budget: 1, rate: 0.9 })
    const { user, system } = process.cpuUsage(since)
    least = Math.min(least, (user + system) / 1_000)
  }
  return least
}

/** Sends the texts `from` to `until` to the engine, and enters those whose time grows too fast. */
export const grow = (engine: Engine, tally: Tally, seed: number, [from, until]: readonly [number, number]): void => {
  for (let at = from; at < until; at += 1) {
    const { name, write } = repeatedOf(seed, at)
    const took = best(engine, write(many), 1)
    tally.inputs += 1
    tally.milliseconds += took
    tally.slowest = Math.max(tally.slowest, took)
    if (took < quick) continue
    const growth = best(engine, write(many), 3) / best(engine, write(few), 5)
    if (growth > mostGrowth)
      tally.faults.push(`${name}: ${took.toFixed(0)} ms, ${growth.toFixed(1)} times those of a quarter`)
  }
}
