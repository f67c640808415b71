// A version is its output: the digests of a released version never change.

import { describe, expect, it } from 'vitest'
import { findEngine, selectableEngines } from '../../../compressor/registry.ts'
import { corpora, digestsOf, readGolden } from './golden.ts'

describe.each(Object.entries(corpora))('the golden corpus of %s', (family, corpus) => {
  const golden = readGolden(corpus)

  it.each(Object.entries(golden))('is what %s makes of it', (version, digests) => {
    const engine = findEngine(version)
    if (engine === undefined) throw new Error(`${version} is not aboard`)
    expect(digestsOf(engine, corpus)).toEqual(digests)
  })

  it('has every version that can be asked for', () => {
    const versions = selectableEngines.filter((name) => name.startsWith(`${family}.`))
    expect(versions.length).toBeGreaterThan(0)
    expect(Object.keys(golden)).toEqual(versions)
  })
})
