// The golden corpus: what every released version makes of every text, as digests. Run as a script, it writes them for the
// current version: `node test/compressor/engines/helene/golden.ts`. A released version's digests never change.

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Engine } from '../../../../compressor/engine.ts'
import { helene } from '../../../../compressor/engines/helene/engine.ts'
import { sliceSpans } from '../../../../core/spans.ts'

const folder = join(import.meta.dirname, '..', '..', '..', 'fixtures', 'compressor', 'helene')
const file = join(folder, 'golden.json')
const rates = [undefined, 0.1, 0.2, 0.3, 0.5, 0.7, 1] as const

/** Version -> text at rate -> SHA-256 of what is left, or the reason of the abstention. */
const golden = z.record(z.string(), z.record(z.string(), z.string()))

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

export const readGolden = () => golden.parse(JSON.parse(readFileSync(file, 'utf8')))

/** The same for an engine as it is. */
export const digestsOf = (engine: Engine): Record<string, string> => {
  const digests: Record<string, string> = {}
  for (const name of readdirSync(folder).sort()) {
    if (name.endsWith('.json')) continue
    const text = readFileSync(join(folder, name), 'utf8')
    for (const rate of rates) {
      const result = engine.compress(text, rate === undefined ? {} : { rate })
      digests[`${name} ${rate ?? 'own rate'}`] =
        'abstained' in result ? result.abstained : sha256(sliceSpans(text, result.kept))
    }
  }
  return digests
}

if (import.meta.main) {
  const released = { ...readGolden(), [helene.version]: digestsOf(helene) }
  writeFileSync(file, `${JSON.stringify(released, null, 1)}\n`)
}
