// What the commands of this project say when standard output takes nothing any more.

import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { compileCache } from '../../local/process/compile-cache.ts'

const root = join(import.meta.dirname, '..', '..')
const shell = (line: string): string =>
  execFileSync('sh', ['-c', line], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: '/nonexistent', ...compileCache },
    encoding: 'utf8',
  })

it.each(['bin/operator.ts --help', 'local/demo/main.ts --help', 'eval/show/main.ts --help', 'verify/main.ts --help'])(
  '%s says why, and fails',
  (words) => {
    if (existsSync('/dev/full'))
      expect(shell(`{ '${process.execPath}' ${words} > /dev/full; } 2>&1; echo $?`)).toBe(
        'Standard output takes nothing: the disk is full (ENOSPC).\n1\n',
      )
  },
  40_000,
)

it('a reader that has seen enough is no fault', () => {
  const codeOf = (words: string): string => shell(`{ { '${process.execPath}' ${words}; echo $? >&2; } | true; } 2>&1`)
  expect(codeOf('bin/operator.ts --help')).toBe('0\n')
  expect(codeOf('local/demo/main.ts --help')).toBe('0\n')
  expect(codeOf('verify/main.ts --help')).toMatch(/^(0|141)\n$/)
}, 40_000)
