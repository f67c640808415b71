// Runs commands one after the other in this process, so that what they share is loaded once: each from its first line, with words of
// its own, until it ends. Reads a JSON list of command lines as its only word; prints what became of each as a line of
// JSON, so that one that never ends hides none of those before it.

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** As a process of its own would have ended, and what it would have said. */
export interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

const root = join(import.meta.dirname, '..', '..')

/** What a command runs into that ends its process: nothing after it counts. */
class EndOfProcess extends Error {}

const write = process.stdout.write.bind(process.stdout)
const exit = process.exit.bind(process)

const run = async (line: string): Promise<Ended> => {
  const [script = '', ...words] = line.split(' ')
  const said = { stdout: '', stderr: '' }
  const { promise: exited, resolve } = Promise.withResolvers<number>()
  let hasEnded = false
  const end = (code: number): void => {
    hasEnded = true
    resolve(code)
  }
  for (const name of ['stdout', 'stderr'] as const)
    process[name].write = (text: Uint8Array | string): boolean => {
      if (!hasEnded) said[name] += String(text)
      return true
    }
  process.exit = (code = process.exitCode): never => {
    end(Number(code ?? 0))
    throw new EndOfProcess()
  }
  process.exitCode = undefined
  process.argv = [process.execPath, join(root, script), ...words]
  const url = `${pathToFileURL(join(root, script)).href}?${words.join('&')}`
  const loaded = import(url).then(
    () => end(Number(process.exitCode ?? 0)),
    (error: unknown) => {
      // As Node tells it.
      if (!(error instanceof EndOfProcess)) process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
      end(1)
    },
  )
  const code = await exited
  await loaded
  return { code, ...said }
}

// Each command listens for what becomes of its output.
for (const emitter of [process, process.stdout, process.stderr]) emitter.setMaxListeners(0)
process.on('uncaughtException', (error) => {
  if (!(error instanceof EndOfProcess)) throw error
})
for (const line of JSON.parse(process.argv[2] ?? '[]')) write(`${JSON.stringify([line, await run(line)])}\n`)
write('', () => exit(0))
