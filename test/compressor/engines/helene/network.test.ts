// The learned network: its two paths agree to the bit, its artefact matches its digest, and its binary is built from its source.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { helene, heleneModel, heleneOn } from '../../../../compressor/engines/helene/engine.ts'
import { artefact } from '../../../../compressor/engines/helene/learned/artefact.ts'
import { featureCount, tableRows } from '../../../../compressor/engines/helene/learned/features.ts'
import { readModel } from '../../../../compressor/engines/helene/learned/model.ts'
import { plainNetwork } from '../../../../compressor/engines/helene/learned/plain-network.ts'
import { wasmNetwork } from '../../../../compressor/engines/helene/learned/wasm-network.ts'
import { buildWebAssembly, builtFile, network } from '../../../../scripts/build-webassembly.ts'

const plain = plainNetwork(heleneModel)
const native = wasmNetwork(heleneModel)

describe('the network of helene-1', () => {
  it('gives the same scores in WebAssembly and in TypeScript, for any features', () => {
    if (native === undefined) throw new Error('no WebAssembly')
    const row = fc.integer({ min: 0, max: tableRows - 1 })
    const parts = fc.array(fc.array(row, { minLength: featureCount, maxLength: featureCount }), { maxLength: 60 })
    fc.assert(
      fc.property(parts, (rows) => {
        const features = Uint16Array.from(rows.flat())
        expect(native(features)).toEqual(plain(features))
      }),
      { numRuns: 300 },
    )
  })

  it('gives the same scores across the blocks in which it reads a text', () => {
    if (native === undefined) throw new Error('no WebAssembly')
    for (const count of [0, 1, 1_023, 1_024, 1_025, 1_028, 2_050, 5_000]) {
      const features = Uint16Array.from({ length: count * featureCount }, (_, at) => (at * 7_919 + count) % tableRows)
      expect(native(features)).toEqual(plain(features))
    }
  })

  it('compresses every text of the golden corpus alike on both paths', () => {
    const folder = join(import.meta.dirname, '..', '..', '..', 'fixtures', 'compressor', 'helene')
    const slow = heleneOn(plain)
    for (const name of readdirSync(folder)) {
      const text = readFileSync(join(folder, name), 'utf8')
      for (const parameters of [{}, { rate: 0.3 }, { rate: 0.5 }, { rate: 0.7 }])
        expect(slow.compress(text, parameters)).toEqual(helene.compress(text, parameters))
    }
  })

  it('compresses any text alike on both paths', () => {
    const words = [
      'the',
      'Harbour',
      'of',
      '1998',
      'not',
      'bridge,',
      'was',
      '(quickly)',
      'Émile',
      'über',
      '\n',
      '橋',
      '"x"',
      '\ud800',
    ]
    const slow = heleneOn(plain)
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...words), { minLength: 20, maxLength: 200 }),
        fc.double({ min: 0.1, max: 1, noNaN: true }),
        (list, rate) => {
          const text = list.join(' ')
          expect(slow.compress(text, { rate })).toEqual(helene.compress(text, { rate }))
        },
      ),
      { numRuns: 60 },
    )
  })

  it('refuses weights that are not those of its version', () => {
    const digest = /SHA-256 of the bytes: ([0-9a-f]{64})/.exec(
      readFileSync(join(builtFile(network), '..', 'artefact.ts'), 'utf8'),
    )?.[1]
    if (digest === undefined) throw new Error('the artefact has no digest')
    expect(readModel(artefact, digest)).toEqual(heleneModel)
    const other = `${artefact.startsWith('A') ? 'B' : 'A'}${artefact.slice(1)}`
    expect(() => readModel(other, digest)).toThrow('not those of its version')
  })

  it('is built from the source beside it', async () => {
    expect(await buildWebAssembly(network)).toBe(readFileSync(builtFile(network), 'utf8'))
  })
})
