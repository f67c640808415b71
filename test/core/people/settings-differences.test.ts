import { expect, it } from 'vitest'
import { settingsDifferences } from '../../../core/people/settings-differences.ts'

type Told = Parameters<typeof settingsDifferences>[0]

const before: Told = {
  apiAccess: false,
  entitlements: [],
  limits: {},
  compaction: { mode: 'repeated', compressor: 'adeline-1' },
  prices: { one: 1, other: 2 },
}
const after: Told = {
  apiAccess: true,
  entitlements: ['proxy', 'compress'],
  limits: { requestsPerMinute: 10, tokensPerMinute: 20 },
  compaction: {
    mode: 'off',
    compressor: 'helene-1',
    rate: 0.5,
    fileReads: 'keep',
    observations: 'keep',
    serverResults: ['mcp'],
  },
  prices: { one: 3 },
}

it('a change of settings is told by every setting that differs, prices by their name alone', () => {
  expect(settingsDifferences(before, after).split(', ')).toEqual([
    'API access no → yes',
    'entitlements none → proxy,compress',
    'requests per minute no limit → 10',
    'input tokens per minute no limit → 20',
    'mode repeated → off',
    'compressor adeline-1 → helene-1',
    'rate default → 0.5',
    'file reads default → keep',
    'observations default → keep',
    'server results default → mcp',
    'prices',
  ])
})

it('settings that are the same are told as nothing, whatever the order of prices', () => {
  expect(settingsDifferences(before, { ...before, prices: { other: 2, one: 1 } })).toBe('')
})
