// The golden corpora: digests of what every released version makes of every text of its corpus. As a script, it writes those
// of the current version: `npm run golden -- adeline-1`. The digests of a released version never change.

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { askedOrExit, plainWords, UsageFault } from '../../../bin/usage-fault.ts'
import { adeline } from '../../../compressor/engines/adeline/editions.ts'
import type { Engine, EngineParameters } from '../../../compressor/engines/engine.ts'
import { helene } from '../../../compressor/engines/helene/engine.ts'
import { sliceSpans } from '../../../core/text/spans.ts'

/** A corpus of texts, and the parameters with which each text is compressed. */
export interface Corpus {
  readonly folder: string
  readonly current: Engine
  readonly asked: Readonly<Record<string, EngineParameters>>
}

const fixtures = join(import.meta.dirname, '..', '..', 'fixtures', 'compressor')

const corpus = (current: Engine, family: string, name: 'rate' | 'budget', values: readonly number[]): Corpus => ({
  folder: join(fixtures, family),
  current,
  asked: {
    'own rate': {},
    ...Object.fromEntries(values.map((value) => [name === 'rate' ? `${value}` : `budget ${value}`, { [name]: value }])),
  },
})

/** The corpora by family of versions. */
export const corpora: Readonly<Record<string, Corpus>> = {
  'helene-1': corpus(helene, 'helene', 'rate', [0.1, 0.2, 0.3, 0.5, 0.7, 1]),
  'adeline-1': corpus(adeline, 'adeline', 'budget', [0, 0.25, 0.6, 0.75, 0.9, 1]),
}

/** Version -> text and parameters -> SHA-256 of what is left, or the reason of the abstention. */
const golden = z.record(z.string(), z.record(z.string(), z.string()))

const fileOf = ({ folder }: Corpus): string => join(folder, 'golden.json')
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The stored digests of the released versions. */
export const readGolden = (of: Corpus): z.infer<typeof golden> =>
  existsSync(fileOf(of)) ? golden.parse(JSON.parse(readFileSync(fileOf(of), 'utf8'))) : {}

/** The digests of what an engine makes of the corpus now. */
export const digestsOf = (engine: Engine, { folder, asked }: Corpus): Record<string, string> => {
  const digests: Record<string, string> = {}
  for (const name of readdirSync(folder).sort()) {
    if (name === 'golden.json') continue
    const text = readFileSync(join(folder, name), 'utf8')
    for (const [label, parameters] of Object.entries(asked)) {
      const result = engine.compress(text, parameters)
      digests[`${name} ${label}`] = 'abstained' in result ? result.abstained : sha256(sliceSpans(text, result.kept))
    }
  }
  return digests
}

const families = Object.keys(corpora).join(', ')
const usage = `npm run golden -- FAMILY

Writes the golden outputs of the current version of each family that is named,
of ${families}.`

const readFamilies = (words: readonly string[]): readonly Corpus[] | undefined => {
  const positionals = plainWords(words)
  if (positionals === undefined) return undefined
  const chosen = positionals.flatMap((family) => corpora[family] ?? [])
  if (chosen.length === 0 || chosen.length < positionals.length)
    throw new UsageFault(`Give a family: one of ${families}.`)
  return chosen
}

if (import.meta.main)
  for (const of of askedOrExit(usage, readFamilies)) {
    const released = { ...readGolden(of), [of.current.version]: digestsOf(of.current, of) }
    writeFileSync(fileOf(of), `${JSON.stringify(released, null, 1)}\n`)
  }
