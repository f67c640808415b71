// The processor time in which Node loads a function's bundle: as it is, and from a compile cache, which Lambda does not have.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** What the runtime gives a handler's module, and the module. Prints milliseconds. */
const program = (file: string): string => `
globalThis.awslambda = { streamifyResponse: (handler) => handler, HttpResponseStream: { from: (stream) => stream } }
const before = process.cpuUsage()
await import(${JSON.stringify(pathToFileURL(file).href)})
const { user, system } = process.cpuUsage(before)
process.stdout.write(String((user + system) / 1_000))`

const starts = 9

const loaded = (file: string, environment: Readonly<Record<string, string>>): number => {
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program(file)], {
    env: { AWS_REGION: 'us-east-1', ...environment },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${file} could not be loaded.`)
  return Number(stdout)
}

const median = (times: readonly number[]): number => times.toSorted((one, other) => one - other)[starts >> 1] ?? 0

export interface LoadTimes {
  /** Milliseconds, medians of nine. */
  readonly asItIs: number
  readonly fromCache: number
}

/** Starts Node for each. Throws if the bundle cannot be loaded. */
export const loadTimes = (file: string): LoadTimes => {
  const cache = mkdtempSync(join(tmpdir(), 'compile-cache-'))
  const cached = { NODE_COMPILE_CACHE: cache }
  try {
    loaded(file, cached)
    const rounds = Array.from({ length: starts }, () => [loaded(file, {}), loaded(file, cached)] as const)
    return {
      asItIs: median(rounds.map(([asItIs]) => asItIs)),
      fromCache: median(rounds.map(([, fromCache]) => fromCache)),
    }
  } finally {
    rmSync(cache, { recursive: true })
  }
}
