// A version is its output: the digests of a released version never change.

import { describe, expect, it } from 'vitest'
import { findEngine, selectableEngines } from '../../../../compressor/engines/registry.ts'
import { digestsOf, readGolden } from './golden.ts'

describe('the golden corpus of helene-1', () => {
  const golden = readGolden()

  it.each(Object.entries(golden))('is what %s makes of it', (version, digests) => {
    const engine = findEngine(version)
    if (engine === undefined) throw new Error(`${version} is not aboard`)
    expect(digestsOf(engine)).toEqual(digests)
  })

  it('has every version that can be asked for', () => {
    const versions = selectableEngines.filter((name) => /^helene-1\.\d+\.\d+$/.test(name))
    expect(Object.keys(golden)).toEqual(versions)
  })
})
