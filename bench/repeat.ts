// Measures several times, each in a process of its own, and says how many ended well: whether a bench can be relied upon.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const main = join(import.meta.dirname, 'main.ts')

/** Runs `main.ts` with these words. Resolves with how it ended: 0, another status, or a signal. It lives no longer than this process. */
const runOnce = async (words: readonly string[]): Promise<number | string> => {
  const child = spawn(process.execPath, [main, ...words], { stdio: ['ignore', 'ignore', 'inherit'] })
  const end = (): boolean => child.kill()
  process.once('exit', end)
  try {
    const [code, signal] = await once(child, 'exit')
    return code ?? signal
  } finally {
    process.off('exit', end)
  }
}

/** Prints a line for each run and one for all of them. Resolves with whether all ended well. */
export const repeatBench = async (
  times: number,
  words: readonly string[],
  print: (line: string) => void,
): Promise<boolean> => {
  let succeeded = 0
  for (let run = 1; run <= times; run += 1) {
    const since = performance.now()
    const status = await runOnce(words)
    if (status === 0) succeeded += 1
    const seconds = ((performance.now() - since) / 1000).toFixed(0)
    print(`run ${run} of ${times}: ${status === 0 ? 'succeeded' : `failed (${status})`}, ${seconds} s`)
  }
  print(`${succeeded} of ${times} succeeded.`)
  return succeeded === times
}
