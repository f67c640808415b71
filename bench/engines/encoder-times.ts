// Times the encoder shapes on as many tokens as the engines' messages have.

import type { Figure, Section } from '../../testkit/report/figures.ts'
import { percentile } from '../../testkit/report/statistics.ts'
import { Skipped } from '../../testkit/skipped.ts'
import { type Encoders, type EncoderTime, type Shape, shapes, startEncoders, windowLength } from './encoders.ts'

/** Messages by their size in KB, as windows of tokens, and how often each is timed. */
const messages: Readonly<
  Record<Shape, readonly (readonly [kilobytes: number, windows: number, length: number, times: number])[]>
> = {
  'BERT-base': [
    [1, 1, 256, 8],
    [8, 4, windowLength, 3],
  ],
  'XLM-R-large': [
    [1, 1, 256, 4],
    [8, 4, windowLength, 1],
  ],
}

const title = 'Encoders with random weights'

const timed = async (encoders: Encoders, quick: boolean): Promise<Figure[]> => {
  const figures: Figure[] = []
  for (const shape of shapes) {
    for (const [kilobytes, windows, length, times] of messages[shape]) {
      if (quick && windows > 1) continue
      const all: EncoderTime[] = []
      for (let time = 0; time < (quick ? 1 : times); time += 1) all.push(await encoders.time(shape, windows, length))
      const processor = all.reduce((sum, { processorSeconds }) => sum + processorSeconds, 0)
      const tokens = all.length * windows * length
      const walls = all.map(({ seconds }) => 1_000 * seconds)
      const peak = Math.max(...all.map(({ peakBytes }) => peakBytes))
      const subject = `${shape}, ${kilobytes} KB`
      figures.push(
        { subject, measure: 'tokens/s', value: tokens / processor, unit: '' },
        { subject, measure: 'p50', value: percentile(walls, 50), unit: 'ms' },
        { subject, measure: 'slowest', value: Math.max(...walls), unit: 'ms' },
        { subject, measure: 'peak memory', value: peak / 1_000_000, unit: 'MB' },
      )
    }
  }
  return figures
}

const orWhy = async (): Promise<Encoders | string> => {
  try {
    return await startEncoders()
  } catch (error) {
    if (error instanceof Skipped) return error.message
    throw error
  }
}

/** One section; without figures, and with the reason, where the packages cannot be installed. */
export const encoderTimes = async (quick: boolean): Promise<Section> => {
  const encoders = await orWhy()
  if (typeof encoders === 'string')
    return { title, conditions: [`Skipped: ${shapes.join(', ')}, because ${encoders}`], figures: [] }
  try {
    const conditions = [
      `${encoders.version}, 32-bit floats, one thread; a message of 1 KB as 256 tokens, one of 8 KB as 4 windows of ${windowLength}.`,
      'tokens/s: per second of processor; a tokenizer would come on top. Few samples: the slowest instead of a p99.',
    ]
    return { title, conditions, figures: await timed(encoders, quick) }
  } finally {
    encoders.end()
  }
}
