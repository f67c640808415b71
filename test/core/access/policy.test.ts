// What an account's policy says of results beside those of its client's own tools.

import { expect, it } from 'vitest'
import { type CompactionPolicy, defaultPolicy, kindlyReadPolicy, rulesOf } from '../../../core/access/policy.ts'

it.each<[string, Partial<CompactionPolicy>, string[]]>([
  ['what agents put into turns of the user, where nothing is set', {}, ['observations']],
  ['that too where it is set', { observations: 'results' }, ['observations']],
  ['nothing where it is to be kept', { observations: 'keep' }, []],
  ['kinds of the provider’s own tools', { observations: 'keep', serverResults: ['mcp'] }, ['mcp']],
  ['both', { serverResults: ['mcp'] }, ['observations', 'mcp']],
])('results are %s', (_what, changes, rules) => {
  expect([...rulesOf({ ...defaultPolicy, ...changes })]).toEqual(rules)
})

it('what a newer version has set and nobody here knows leaves text as it is', () => {
  const newer = {
    mode: 'later',
    compressor: 'adeline-9',
    rate: { least: 0.2 },
    fileReads: 'half',
    observations: 'all',
    serverResults: ['new'],
  }
  expect(kindlyReadPolicy.parse(newer)).toEqual({
    mode: 'off',
    compressor: 'adeline-9',
    rate: 0,
    fileReads: 'keep',
    observations: 'keep',
    serverResults: [],
  })
})
