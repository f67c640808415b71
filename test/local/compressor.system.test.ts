// A compressor that is kept: what becomes of one that answers nobody any more.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { keepCompressor } from '../../local/compressor.ts'

/** One that runs this script, and what is reported of it. */
const kept = async (script: string, lookMilliseconds: number) => {
  const reported: string[] = []
  const log = { write: () => {}, close: () => {} }
  const compressor = await keepCompressor({ script, log, report: (line) => reported.push(line), lookMilliseconds })
  onTestFinished(() => compressor.kill())
  return { compressor, reported }
}

const folderOfTest = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'compressor-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

it('is replaced, at the same address', async () => {
  const folder = folderOfTest()
  const server = pathToFileURL(join(import.meta.dirname, '..', '..', 'testkit', 'compressor-server.ts'))
  const [script, note] = [join(folder, 'noted.mjs'), join(folder, 'pid')]
  writeFileSync(
    script,
    `import { writeFileSync } from 'node:fs'\nwriteFileSync(${JSON.stringify(note)}, String(process.pid))\nawait import('${server}')`,
  )
  const { compressor, reported } = await kept(script, 200)
  const first = readFileSync(note, 'utf8')

  process.kill(Number(first), 'SIGSTOP')

  await expect.poll(() => reported, { timeout: 40_000 }).toContain('The compressor is back.')
  expect(readFileSync(note, 'utf8')).not.toBe(first)
  expect((await fetch(`${compressor.endpoint}/ping`)).status).toBe(200)
}, 60_000)

it.each([
  ['others are answered first', 'setTimeout(() => response.end(), pings === 1 ? 0 : 2_300)', 7_000],
  ['nothing can be asked', 'response.end(() => server.close())', 5_000],
])(
  'stays where %s',
  async (_where, answer, milliseconds) => {
    const script = join(folderOfTest(), 'busy.mjs')
    writeFileSync(
      script,
      `import { createServer } from 'node:http'
    let pings = 0
    const server = createServer((_request, response) => {
      pings += 1
      ${answer}
    }).listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: server.address().port })))
    setInterval(() => {}, 1_000)`,
    )
    const { reported } = await kept(script, 700)

    await wait(milliseconds)

    expect(reported).toEqual([])
  },
  60_000,
)
