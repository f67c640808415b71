// Row: what the command line takes to start and answer, from its package, over a script that does nothing; and its size.

import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { mintServiceKey } from '../../core/access/keys/api-key.ts'
import type { CliMe } from '../../dashboard/cli-answers.ts'
import { buildCli } from '../../dashboard/files/build-cli.ts'
import { packageFiles } from '../../dashboard/files/cli-package.ts'
import { type TarFile, tarball } from '../../dashboard/files/tarball.ts'
import { listen } from '../../testkit/listen.ts'
import { atMost, type Figure, type Section } from '../../testkit/report/figures.ts'
import { median } from '../../testkit/report/statistics.ts'
import type { Bench } from '../lineup/lineup.ts'
import { interleaved } from '../samples/interleave.ts'

const sizes = { full: { counted: 15, warmUp: 2 }, quick: { counted: 2, warmUp: 0 } }
const run = promisify(execFile)

const cases = ['empty script', 'status --json', '--version'] as const
type Case = (typeof cases)[number]

const me = (version: string): CliMe => ({
  account: { id: 'acme', kind: 'organization' },
  person: { email: 'ana@example.com' },
  token: { id: 'acme.0b9f4a527a3c', suffix: 'wXyZ', device: 'laptop', expiresAt: '2027-01-01T00:00:00.000Z' },
  entitlements: ['proxy'],
  mode: 'repeated',
  baseUrl: 'http://127.0.0.1:1',
  version,
  minimumCli: version,
})

const packed = (subject: string, files: readonly TarFile[]): Figure => ({
  subject,
  measure: 'packed',
  value: tarball(files).length / 1000,
  unit: 'kB',
})

/** One section. */
export const commandLine = async (bench: Bench): Promise<Section[]> => {
  const cli = buildCli()
  const { counted, warmUp } = sizes[bench.scale]
  // What a service answers takes next to no time here: the time is the command's own.
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(me(cli.version)))
  })
  const { origin, close } = await listen(server)
  try {
    const files = packageFiles(cli, origin)
    for (const { path, text } of [...files, { path: 'package/empty.mjs', text: '' }]) {
      mkdirSync(join(bench.folder, path, '..'), { recursive: true })
      writeFileSync(join(bench.folder, path), text)
    }
    const { secret } = mintServiceKey(new Uint8Array(32), 'token')
    const env = { HOME: bench.folder, COMPACTION_URL: origin, COMPACTION_TOKEN: secret }
    const words: Readonly<Record<Case, readonly string[]>> = {
      'empty script': ['empty.mjs'],
      'status --json': ['bin/compaction.mjs', 'status', '--json'],
      '--version': ['bin/compaction.mjs', '--version'],
    }
    const rounds = { counted, warmUp, random: bench.random, pauseMilliseconds: 20 }
    const samples = await interleaved(cases, rounds, async (name) => {
      const since = performance.now()
      await run(process.execPath, [...words[name]], { cwd: join(bench.folder, 'package'), env })
      return performance.now() - since
    })
    const time = (subject: Case): Figure => ({
      subject,
      measure: 'time',
      value: median(samples.get(subject) ?? []),
      unit: 'ms',
    })
    return [
      {
        title: 'The command line, from its package',
        conditions: [`${counted} runs each, in a random order; medians; the service answers at once, on loopback`],
        figures: [
          time('empty script'),
          { ...time('status --json'), bar: atMost(120) },
          time('--version'),
          packed('package', files),
          {
            ...packed(
              'package, without the engines of estimate',
              files.filter(({ path }) => !path.endsWith('/estimate.js')),
            ),
            bar: atMost(60),
          },
        ],
      },
    ]
  } finally {
    await close()
  }
}
