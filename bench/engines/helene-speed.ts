// How fast the versions of helene-1 are on messages of 8 KB, counting included, beside the plainest way to shorten a text,
// turn by turn in one run, so that a busy machine slows all of them alike.

import type { Engine } from '../../compressor/engine.ts'
import { countTokens } from '../../compressor/text/tokens.ts'
import type { KeptSpans } from '../../core/spans.ts'

const size = 8_192
const [rounds, warming] = [24, 8]

const messagesOf = (texts: readonly string[]): string[] => {
  const messages: string[] = []
  let message = ''
  for (const text of texts) {
    message += `${text}\n\n`
    if (message.length < size) continue
    messages.push(message.slice(0, size))
    message = ''
  }
  return messages
}

interface Timed {
  readonly name: string
  readonly run: (text: string) => void
  /** Of each message, round by round. */
  readonly milliseconds: readonly number[][]
  microseconds: number
}

/** One line for each engine and rate, and one for the baseline at half of the tokens. */
export const speedLines = (
  texts: readonly string[],
  engines: readonly Engine[],
  baseline: (text: string, share: number) => KeptSpans,
): readonly string[] => {
  const messages = messagesOf(texts)
  const timed = (name: string, run: (text: string) => void): Timed => ({
    name,
    run,
    milliseconds: messages.map(() => []),
    microseconds: 0,
  })
  const all = [
    ...engines.flatMap((engine) =>
      [undefined, 0.3, 0.5, 0.7].map((rate) =>
        timed(`${engine.version}, ${rate === undefined ? 'own rate' : `rate ${rate}`}`, (text) => {
          engine.compress(text, rate === undefined ? {} : { rate })
        }),
      ),
    ),
    timed('counting alone', countTokens),
    timed('stop-words, pins, 0.5', (text) => {
      baseline(text, 0.5)
    }),
  ]
  for (let round = 0; round < rounds; round++)
    for (const each of all) {
      const since = process.cpuUsage()
      for (const [at, message] of messages.entries()) {
        const start = performance.now()
        each.run(message)
        if (round >= warming) each.milliseconds[at]?.push(performance.now() - start)
      }
      const { user, system } = process.cpuUsage(since)
      if (round >= warming) each.microseconds += user + system
    }
  const tokens = (rounds - warming) * messages.reduce((sum, message) => sum + countTokens(message), 0)
  const sorted = (numbers: readonly number[]): number[] => [...numbers].sort((one, other) => one - other)
  const at = (numbers: readonly number[], share: number): number => numbers[Math.floor(numbers.length * share)] ?? 0
  return all.map(({ name, milliseconds, microseconds }) => {
    const times = sorted(milliseconds.flat())
    const medians = sorted(milliseconds.map((each) => at(sorted(each), 0.5)))
    return (
      `${name.padEnd(24)} ${(tokens / microseconds).toFixed(2)} M tokens per second of processor; message of 8 KB: ` +
      `p50 ${at(times, 0.5).toFixed(2)} ms, p99 ${at(times, 0.99).toFixed(2)} ms, p99 of their medians ${at(medians, 0.99).toFixed(2)} ms`
    )
  })
}
