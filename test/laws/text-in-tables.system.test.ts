import { randomBytes } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { dynamoChains } from '../../adapters/dynamo/chains/chains.ts'
import type { Dynamo } from '../../adapters/dynamo/client.ts'
import { afterSuite } from '../../testkit/after-suite.ts'
import { openTestTables } from '../contract/dynamo-stores.ts'
import { everyItem, piecesFound } from './text-in-tables.ts'

const said = ['the order of Mr. Müller', 'const 日本語 = read(path)', 'npm test']

describe('text in a table', () => {
  it.each([
    ['as it is', { state: 'he wrote: the order of' }],
    ['in a list in a map', { plan: { moves: [1, 'const 日本語 = read'] } }],
    ['as the name of an attribute', { plan: { 'npm test': 1 } }],
    ['as bytes', { state: Buffer.from('xxthe orderxx') }],
    ['as characters of several bytes', { state: Buffer.from('Mr. Müller') }],
    ['as wide characters', { state: Buffer.from(' read(path)', 'utf16le') }],
    [
      'as wide characters, one byte off',
      { state: Buffer.concat([Buffer.alloc(1), Buffer.from(' read(path)', 'utf16le')]) },
    ],
    ['packed', { state: deflateRawSync(Buffer.from(said.join('\n').repeat(9))) }],
    ['in another spelling', { head: Buffer.from('npm test').toString('base64url') }],
    ['in hex', { head: Buffer.from('npm test').toString('hex') }],
    ['in a set', { names: new Set(['npm test']) }],
  ])('is found %s', (_how, item) => {
    expect(piecesFound([{ head: 'x' }, item], said)).not.toEqual([])
  })

  it('is not found in items that contain none', () => {
    const clean = {
      head: randomBytes(32).toString('base64url'),
      state: randomBytes(20_000),
      lastSentAt: 1_795_000_000_000,
      coldAt: 1_795_000_360_000,
    }
    expect(piecesFound([clean, { state: Buffer.alloc(100, 32) }], [...said, ' '.repeat(20)])).toEqual([])
  })

  it('is reported with its attribute and its words', () => {
    expect(piecesFound([{ head: 'x', state: 'an npm test' }], said)).toEqual(['state: npm test'])
  })
})

describe('the items of a table', () => {
  const finallyDo = afterSuite()
  let dynamo: Dynamo
  beforeAll(async () => {
    dynamo = await openTestTables(finallyDo)
  })

  it('are all searched, packed states included', async () => {
    const chains = dynamoChains(dynamo, { writeMilliseconds: 10_000 })
    // These take more than one page of a scan.
    for (let index = 0; index < 6; index += 1)
      await chains.put(`head-${index}`, { state: randomBytes(250_000), lastSentAt: 1_000, coldAt: 2_000 })
    await chains.put('last', { state: Buffer.from(`${'-'.repeat(9)}npm test`), lastSentAt: 1_000, coldAt: 2_000 })

    const items = await everyItem(dynamo, 'chains')
    expect(items).toHaveLength(7)
    expect(items.every((item) => item.state instanceof Uint8Array && item.expiresAt === 2_592_001)).toBe(true)
    expect(piecesFound(items, said)).toEqual(['state: npm test'])
  })
})
