// The size of the service's log is bounded.

import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { boundedLog } from '../../../local/process/bounded-log.ts'
import { temporaryFolder } from '../service-process.ts'

it('keeps the newest lines in two files of its size', () => {
  const path = join(temporaryFolder(), 'sub', 'service.log')
  const log = boundedLog(path, 1_000)
  for (let line = 0; line < 1_000; line += 1) log.write(`line ${line}\n`)
  log.close()
  expect(statSync(path).size + statSync(`${path}.1`).size).toBeLessThan(2_100)
  const lines = (readFileSync(`${path}.1`, 'utf8') + readFileSync(path, 'utf8')).trim().split('\n')
  expect(lines.at(-1)).toBe('line 999')
  expect(lines).toEqual(lines.map((_, index) => `line ${1_000 - lines.length + index}`))
})

it('continues the file of an earlier run', () => {
  const path = join(temporaryFolder(), 'service.log')
  for (const words of ['one\n', 'two\n']) {
    const log = boundedLog(path, 1_000)
    log.write(words)
    log.close()
  }
  expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n')
  expect(existsSync(`${path}.1`)).toBe(false)
})

it('goes on in a new file where somebody has taken the full one away, and where none could be opened before', () => {
  const path = join(temporaryFolder(), 'sub', 'service.log')
  const log = boundedLog(path, 10)
  log.write('more than ten\n')
  rmSync(join(path, '..'), { recursive: true })
  log.write('lost\n')
  mkdirSync(join(path, '..'))
  log.write('kept\n')
  log.close()
  expect(readFileSync(path, 'utf8')).toBe('kept\n')
})
