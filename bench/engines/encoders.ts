// Encoders in the shape of known ones, in a Python of their own: installed once into an ignored folder by names and versions,
// left out by name where that cannot be.

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import * as z from 'zod'
import { pythonWith } from '../../testkit/install-once.ts'

const requirements = join(import.meta.dirname, 'requirements.txt')

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

/** Encoders that can be timed. Throws `Skipped` where they cannot be installed. */
export const startEncoders = async (): Promise<Encoders> => {
  const python = await pythonWith('encoders', requirements, '--only-binary', ':all:')
  const child = spawn(python, [join(import.meta.dirname, 'encoder_shapes.py')], {
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
