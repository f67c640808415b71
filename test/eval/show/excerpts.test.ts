import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { excerptOf } from '../../../eval/show/excerpts.ts'
import { samplesOf } from '../../../eval/show/samples.ts'

const page = readFileSync(join(import.meta.dirname, '../../../docs/engines.md'), 'utf8')

describe('an excerpt', () => {
  it.each(samplesOf(1).map((sample) => [sample.kind, sample] as const))(
    'of %s stands in the page as it is made',
    (_kind, sample) => {
      expect(page).toContain(excerptOf(sample, 1).trimEnd())
    },
  )

  it('is another one for another seed, and the same for the same', () => {
    const all = (seed: number): string =>
      samplesOf(seed)
        .map((sample) => excerptOf(sample, seed))
        .join('\n')
    expect(all(2)).toBe(all(2))
    expect(all(2)).not.toBe(all(1))
  })
})
