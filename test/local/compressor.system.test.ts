// A compressor that is kept: what becomes of one that answers nobody any more.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { keepCompressor } from '../../local/compressor.ts'

it('is replaced, at the same address', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'compressor-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const server = pathToFileURL(join(import.meta.dirname, '..', '..', 'testkit', 'compressor-server.ts'))
  const [script, note] = [join(folder, 'noted.mjs'), join(folder, 'pid')]
  writeFileSync(
    script,
    `import { writeFileSync } from 'node:fs'\nwriteFileSync(${JSON.stringify(note)}, String(process.pid))\nawait import('${server}')`,
  )
  const reported: string[] = []
  const kept = await keepCompressor({
    script,
    log: { write: () => {}, close: () => {} },
    report: (line) => reported.push(line),
    lookMilliseconds: 200,
  })
  onTestFinished(() => kept.kill())
  const first = readFileSync(note, 'utf8')

  process.kill(Number(first), 'SIGSTOP')

  await expect.poll(() => reported, { timeout: 40_000 }).toContain('The compressor is back.')
  expect(readFileSync(note, 'utf8')).not.toBe(first)
  expect((await fetch(`${kept.endpoint}/ping`)).status).toBe(200)
}, 60_000)
