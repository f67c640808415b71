// The command itself, for a few seconds: what it counts agrees, and what it draws is there.

import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'

const main = join(import.meta.dirname, '..', '..', '..', 'bench', 'load', 'main.ts')

it('as many receipts as exchanges, clients that leave included, and three plots', async () => {
  const plots = mkdtempSync(join(tmpdir(), 'load-plots-'))
  onTestFinished(() => rmSync(plots, { recursive: true }))
  const words = [main, '--minutes', '0.03', '--rate', '5', '--plots', plots]
  const { stdout } = await promisify(execFile)(process.execPath, words)
  expect(stdout).toMatch(/exchanges with a fault +0 +[=] 0 reached/)
  expect(stdout).toMatch(/receipts +(\d+) +[=] \1 reached/)
  for (const name of ['load-memory.svg', 'load-sockets.svg', 'load-first-byte.svg'])
    expect(readFileSync(join(plots, name), 'utf8')).toContain('<polyline')
}, 120_000)
