// Measures the compressor's bundle as its image starts it: its own share of the image, memory when warm and through the
// largest batches, and how long the health check waits meanwhile. Run: node bench/engines/container.ts [SECONDS a batch may take]. Linux.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { compressorBundle } from '../../lib/bundles/shipped-bundles.ts'
import { writeBundle } from '../../lib/bundles/write-bundle.ts'

const root = join(import.meta.dirname, '..', '..')
const patience = 1_000 * Number(process.argv[2] ?? 60)
const dockerfile = readFileSync(join(root, 'compressor', 'Dockerfile'), 'utf8')
/** What the image sets, as it sets it. */
const environment = Object.fromEntries(
  [...dockerfile.matchAll(/^ENV (.+)$/gm)].flatMap(([, line = '']) =>
    [...line.matchAll(/(\w+)=(?:"([^"]*)"|(\S+))/g)].map(([, name = '', quoted, bare]) => [name, quoted ?? bare]),
  ),
)
if (environment.NODE_OPTIONS === undefined) throw new Error('The Dockerfile says nothing of NODE_OPTIONS.')

const fixtures = join(root, 'test', 'fixtures', 'compressor')
const prose = readFileSync(join(fixtures, 'helene', 'island-history.txt'), 'utf8')
const orders = readFileSync(join(fixtures, 'adeline', 'orders.json'), 'utf8')

/** So much of a text, repeated with a number of its own each time: nothing is the same twice. */
const much = (text: string, characters: number): string => {
  let all = ''
  for (let number = 0; all.length < characters; number += 1) all += `${text}\n\n${number}\n\n`
  return all.slice(0, characters)
}
const json = (characters: number): string => {
  const each = JSON.parse(orders)
  return JSON.stringify(
    Array.from({ length: Math.ceil(characters / orders.length) }, (_, number) => ({ number, ...each })),
    null,
    2,
  )
}

const batches = [
  ['helene-1', '700 texts of 8 KB', Array.from({ length: 700 }, () => much(prose, 8_000))],
  ['helene-1', '5 texts of 1 MB', Array.from({ length: 5 }, () => much(prose, 990_000))],
  ['adeline-1', '250 JSON texts', Array.from({ length: 250 }, () => json(8_000))],
  ['adeline-1', '1 JSON of 2.5 MB', [json(2_500_000)]],
] as const

const folder = mkdtempSync(join(tmpdir(), 'container-'))
writeBundle(compressorBundle, folder)
// Nothing of ours beside it in its process, which is what is measured.
const compressor = spawn(process.execPath, [join(folder, compressorBundle.file), 'serve'], {
  env: { ...environment, PORT: '0', HOST: '127.0.0.1' },
  stdio: ['ignore', 'pipe', 'inherit'],
})
process.once('exit', () => compressor.kill('SIGKILL'))
const [announced] = await once(createInterface({ input: compressor.stdout }), 'line')
const base = `http://127.0.0.1:${JSON.parse(announced).port}`
const megabytes = (name: 'VmRSS' | 'VmHWM'): string => {
  const kilobytes = new RegExp(`${name}:\\s+(\\d+) kB`).exec(
    readFileSync(`/proc/${compressor.pid}/status`, 'utf8'),
  )?.[1]
  return `${(Number(kilobytes) / 1_000).toFixed(0).padStart(4)} MB`
}

const megabytesOf = (file: string): string => (statSync(file).size / 1e6).toFixed(1)

try {
  process.stdout.write(
    `in the image: ${megabytesOf(join(folder, compressorBundle.file))} MB of bundle, ${megabytesOf(process.execPath)} MB of Node; its base comes on top (bar 250)\n`,
  )
  process.stdout.write(`warm: ${megabytes('VmRSS')} resident\n`)
  for (const [engine, name, texts] of batches) {
    let over = false
    let longest = 0
    const pinging = (async () => {
      while (!over) {
        const since = performance.now()
        await (await fetch(`${base}/ping`)).text()
        longest = Math.max(longest, performance.now() - since)
        await wait(5)
      }
    })()
    const since = performance.now()
    const answer = await fetch(`${base}/invocations`, {
      method: 'POST',
      body: JSON.stringify({ engine, texts }),
      signal: AbortSignal.timeout(patience),
    })
    const { length } = await answer.text()
    over = true
    await pinging
    process.stdout.write(
      `${engine.padEnd(10)} ${name.padEnd(18)} ${answer.status}, ${(length / 1e6).toFixed(1)} MB of answer in ${((performance.now() - since) / 1_000).toFixed(1)} s; ` +
        `peak so far ${megabytes('VmHWM')} (bar 300); /ping waited at most ${longest.toFixed(0)} ms\n`,
    )
  }
} finally {
  compressor.kill()
  rmSync(folder, { recursive: true })
}
