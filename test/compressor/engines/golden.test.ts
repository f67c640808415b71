// A version is its output: the digests of a released version never change.

import { describe, expect, it } from 'vitest'
import { findEngine, selectableEngines } from '../../../compressor/registry.ts'
import { corpora, digestsOf, readGolden } from './golden.ts'

describe.each(Object.entries(corpora))('the golden corpus of %s', (family, corpus) => {
  const golden = readGolden(corpus)

  it.each(Object.entries(golden))('is compressed by %s as it was when that was released', (version, digests) => {
    const engine = findEngine(version)
    if (engine === undefined) throw new Error(`the registry lacks ${version}`)
    expect(digestsOf(engine, corpus)).toEqual(digests)
  })

  it('has digests of every version in the registry', () => {
    const versions = selectableEngines.filter((name) => name.startsWith(`${family}.`))
    expect(versions.length).toBeGreaterThan(0)
    expect(Object.keys(golden)).toEqual(versions)
  })
})
