// Encoders in the shape of known ones, in a Python of their own: installed once into an ignored folder by names and versions,
// left out by name where that cannot be.

import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import * as z from 'zod'

const run = promisify(execFile)
const here = import.meta.dirname
const requirements = join(here, 'requirements.txt')
const digest = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12)
const folder = join(here, '..', '..', 'node_modules', '.cache', `encoders-${digest}`)
const python = join(folder, 'bin', 'python')
const installMilliseconds = 600_000

export const shapes = ['BERT-base', 'XLM-R-large'] as const
export type Shape = (typeof shapes)[number]

/** Tokens that such an encoder reads at once. */
export const windowLength = 512

const answer = z.object({ seconds: z.number(), processorSeconds: z.number(), peakBytes: z.number() })
export type EncoderTime = z.infer<typeof answer>

export interface Encoders {
  readonly version: string
  /** One thread through so many windows. */
  time(shape: Shape, windows: number, length: number): Promise<EncoderTime>
  end(): void
}

const install = async (): Promise<void> => {
  if (existsSync(join(folder, 'complete'))) return
  await run('python3', ['-m', 'venv', '--clear', folder], { timeout: installMilliseconds })
  const words = [
    '-m',
    'pip',
    'install',
    '--quiet',
    '--disable-pip-version-check',
    '--only-binary',
    ':all:',
    '--no-deps',
    '-r',
    requirements,
  ]
  await run(python, words, { timeout: installMilliseconds })
  await run(python, ['-c', `import onnx, onnxruntime; open(${JSON.stringify(join(folder, 'complete'))}, 'w').close()`])
}

const lastLineOf = (text: string): string => text.trim().split('\n').at(-1) ?? ''

/** Encoders that can be timed, or why there are none. */
export const startEncoders = async (): Promise<Encoders | string> => {
  try {
    await install()
  } catch (error) {
    return `their packages cannot be installed: ${lastLineOf(error instanceof Error ? error.message : String(error))}`
  }
  const child = spawn(python, [join(here, 'encoder_shapes.py')], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { OMP_NUM_THREADS: '1' },
  })
  process.once('exit', () => child.kill('SIGKILL'))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async (): Promise<unknown> => {
    const { value, done } = await lines.next()
    if (done === true) throw new Error('The encoders ended.')
    return JSON.parse(value)
  }
  const { ready } = z.object({ ready: z.string() }).parse(await next())
  return {
    version: `onnxruntime ${ready}`,
    time: async (shape, windows, length) => {
      child.stdin.write(`${JSON.stringify({ shape, windows, length })}\n`)
      return answer.parse(await next())
    },
    end: () => child.stdin.end(),
  }
}
