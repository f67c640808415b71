// A process that holds one engine alone, so that its memory is its own, and times it text by text when asked.

import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { findEngine } from '../../compressor/registry.ts'
import { countTokens } from '../../compressor/text/tokens.ts'
import { warmUp } from '../../compressor/warm-up.ts'
import { baselines } from '../../eval/quality/baselines.ts'
import { announce } from '../processes/answer-parent.ts'
import { crowdOf } from './fresh-words.ts'
import { pinsName } from './rivals.ts'

const { subject, texts: file } = z.object({ subject: z.string(), texts: z.string() }).parse(process.env)
/** Texts to warm up on, and for each round its own. */
const { warming, lots } = z
  .object({ warming: z.array(z.string()), lots: z.array(z.array(z.string())) })
  .parse(JSON.parse(readFileSync(file, 'utf8')))

/** More than any memory of words in an engine holds. */
const crowdWords = 80_000

const runOf = (): ((text: string) => void) => {
  if (subject === 'counting alone') return countTokens
  const simple = baselines(() => 0, false).find(({ name }) => name === pinsName)
  if (subject === pinsName) return (text) => simple?.keep(text, 0.5)
  const engine = findEngine(subject)
  if (engine === undefined) throw new Error(`There is no engine ${subject}.`)
  return (text) => engine.compress(text, {})
}
const run = runOf()

/** Wall and processor time of each text, in milliseconds. The clock of the processor counts its other threads, too. */
const timed = (texts: readonly string[]) =>
  texts.map((text) => {
    const used = process.cpuUsage()
    const since = performance.now()
    run(text)
    const milliseconds = performance.now() - since
    const { user, system } = process.cpuUsage(used)
    return { milliseconds, processor: (user + system) / 1_000 }
  })

let lot = 0
/** The next texts, of whose words the engine remembers nothing, and then the same texts again. */
const round = () => {
  lot += 1
  for (const text of crowdOf(lot, crowdWords)) run(text)
  const texts = lots[lot - 1] ?? []
  return { unseen: timed(texts), again: timed(texts) }
}

const warm = (): number => {
  for (const text of warming) run(text)
  return warming.length
}

// As the compressor does before it answers.
await warmUp()
announce({ subject }, { warm, round, peak: () => 1_024 * process.resourceUsage().maxRSS })
