// Every wrong word of a command line, and its error. In memory; the tests that run processes show the exit codes.

import { describe, expect, it } from 'vitest'
import { hintFor, readCommandLine, usageFor } from '../../../bin/operator/command-line.ts'
import type { Desk } from '../../../bin/operator/desk/desk.ts'
import { Refused } from '../../../bin/operator/desk/faults.ts'
import { UsageFault } from '../../../bin/usage-fault.ts'
import { account } from '../../core/access/callers.ts'
import { memoryDesk } from './memory-desk.ts'

const sessionId = '0b9f4a52-7a3c-4c0d-8a5e-1f2d3c4b5a69'

const desk = (): Desk => ({
  ...memoryDesk([account({ accountId: 'books' })]),
  restoreTables: async ({ to }) => [{ name: `${to}keys`, state: 'was there already', at: '2026-11-20T08:00:00.000Z' }],
})

const run = async (words: readonly string[]) => {
  const line = readCommandLine(words)
  return line?.command.run(line.argument, line.given, desk())
}

describe('a command is refused', () => {
  it.each([
    [['tables', 'restore', '--to', 'Blue'], '--to is "Blue", but must be a prefix'],
    [
      ['tables', 'restore', '--to', 'blue-'],
      'Nothing was restored: all tables of blue- were there already, as of 2026-11',
    ],
    [['tables', 'restore', '--to', 'blue-', '--unprotected', 'no'], '--unprotected takes "yes" alone.'],
    [['member', 'add', 'books', '--role', 'owner', '--email', 'ana'], '"ana" is not an e-mail address.'],
    [['member', 'remove', 'books', '--person', 'x'], '"books" has no member "x"'],
    [['member', 'withdraw', 'books', '--invitation', 'x'], '"books" has no invitation "x"'],
    [['savings', 'nobody'], 'There is no account "nobody".'],
    [['account', 'show', 'nobody'], 'There is no account "nobody".'],
    [['account', 'enable-api', 'nobody'], 'There is no account "nobody".'],
    [['account', 'set', 'nobody', '--rate', '0.1'], 'There is no account "nobody".'],
    [['key', 'create', 'nobody'], 'There is no account "nobody".'],
    [['key', 'list', 'nobody'], 'There is no account "nobody".'],
    [['key', 'revoke', 'nobody.0123456789ab'], 'There is no key with the id nobody.0123456789ab.'],
    [['ledger', 'nobody'], 'There is no account "nobody".'],
    [['ledger', 'replay', '--log', 'nowhere.ndjson'], 'nowhere.ndjson cannot be read'],
    [['ledger', 'export', '--month', '2026-11', '--to', ''], 'must be s3://bucket/prefix or a folder'],
    [['ledger', 'export', '--month', '2026-11', '--to', 'https://bucket/prefix'], 'must be s3://bucket/prefix'],
    [['ledger', 'export', '--month', '2026-11', '--to', 's3://'], 'must look like s3://bucket/prefix'],
    [['ledger', 'export', '--month', '2026-11', '--to', 's3://A_bucket'], 'must look like s3://bucket/prefix'],
    [['session', sessionId, '--account', 'nobody'], 'There is no account "nobody".'],
    [['session', '11111111-2222-4333-8444-555555555555', '--account', 'books'], 'has no exchanges in the session'],
  ])('%j', async (words, said) => {
    const attempt = run(words)

    await expect(attempt).rejects.toThrow(Refused)
    await expect(attempt).rejects.toThrow(said)
  })
})

describe('a value is wrong', () => {
  it.each([
    [['account', 'create', 'acme inc', '--kind', 'organization'], '"acme inc" is not a name'],
    [['account', 'create', 'acme', '--kind', 'team'], 'Unknown kind: "team". Known: organization, personal.'],
    [['tables', 'restore', '--to', 'blue-', '--at', '2099-01-01'], 'which is not in the past'],
    [['member', 'add', 'books', '--role', 'king'], 'Unknown role: "king". Known: viewer, developer, owner.'],
    [['savings', 'books', '--month', '2026-13'], '--month is "2026-13"'],
    [['savings', 'rebuild', 'books', '--from', 'May'], '--from is "May"'],
    [['account', 'set', 'nobody', '--entitlements', 'proxy,fly'], 'Unknown entitlement: "fly".'],
    [['account', 'set', 'nobody', '--requests-per-minute', '0'], 'a whole number from 1 to 1000000'],
    [['account', 'set', 'nobody', '--requests-per-minute', '-4'], '"-4", but must be a whole number from 1 to 1000000'],
    [['account', 'set', 'nobody', '--tokens-per-minute', '1e3'], 'a whole number from 1 to 1000000000'],
    [['account', 'set', 'nobody', '--compaction', 'always'], 'Unknown compaction mode: "always".'],
    [['account', 'set', 'nobody', '--compressor', 'gzip'], 'Unknown compressor: "gzip". Known: helene-1, adeline-1.'],
    [['account', 'set', 'nobody', '--rate', '1.1'], 'a number from 0 to 1'],
    [['key', 'create', 'nobody', '--expires', 'tomorrow'], 'must be ISO 8601'],
    [['key', 'create', 'nobody', '--expires', '2020-01-01'], 'not in the future'],
    [['key', 'create', 'nobody', '--requests-per-minute', 'many'], 'a whole number'],
    [['ledger', 'books', '--month', '2026-13'], 'must be a month such as 2026-11'],
    [['ledger', 'books', '--session', 'mine'], 'must be a UUID'],
    [['session', 'mine', '--account', 'books'], 'must be a UUID'],
    [['ledger', 'export', '--month', '2026-1', '--to', 'folder'], 'must be a month such as 2026-11'],
    [['savings', 'books', '--since', '2099-01-01'], '--since is "2099-01-01"'],
    [['savings', 'books', '--since', 'x'], 'must be a day such as 2026-11-21, or 7d'],
    // JavaScript takes it for the second of March.
    [['savings', 'books', '--since', '2026-02-30'], '--since is "2026-02-30"'],
    [['savings', 'books', '--since', '7d', '--month', '2026-11'], '--month and --since exclude each other.'],
    [['savings', 'books', '--by', 'colour'], 'Unknown grouping: "colour". Known: day, model, key, session, account.'],
    [['savings', '--by', 'key'], '"savings --by key" needs NAME'],
    [['ledger', 'books', '--outcome', 'good'], 'Unknown outcome: "good".'],
    [['ledger', 'books', '--limit', '0'], 'a whole number from 1'],
    [['account', 'set', 'books', '--rate', '0.5'], '--rate has no effect on adeline-1'],
    [['account', 'set', 'books', '--prices', 'claude'], '--prices has "claude", but takes MODEL=DOLLARS'],
    // What an owner could not give either.
    [['account', 'set', 'books', '--prices', 'claude=0.0000001'], 'from 0.000001 to 1000000'],
    [['account', 'set', 'books', '--prices', `claude=${'9'.repeat(400)}`], 'but takes MODEL=DOLLARS'],
    [['account', 'set', 'books', '--prices', 'a=1,a=2'], '--prices has "a" twice.'],
    [['account', 'set', 'books', '--prices', '__proto__=3'], '--prices has "__proto__=3", but takes MODEL=DOLLARS'],
    [['account', 'delete', 'books', '--confirm', 'book'], '--confirm must repeat the name'],
    [['key', 'create', 'books', '--label', ' '], '--label must be 1 to 100 characters'],
    [['key', 'rotate', 'books.0123456789ab', '--keep-hours', '0'], 'a whole number from 1 to 2160'],
  ])('%j', async (words, said) => {
    const attempt = run(words)

    await expect(attempt).rejects.toThrow(UsageFault)
    await expect(attempt).rejects.toThrow(said)
  })
})

describe('a command line is wrong', () => {
  it.each([
    [[], 'No command was given.'],
    [['account'], 'Unknown command: account.'],
    [['account', 'rename', 'acme'], 'Unknown command: account rename.'],
    [['account', 'delete', 'acme'], '"account delete" needs --confirm.'],
    [['account', 'list', '--data', ''], '--data must name a folder.'],
    [['account', 'list', '--data= '], '--data must name a folder.'],
    [['ledger', 'acme', '--csv', '--json'], '--json and --csv exclude each other.'],
    [['account', 'list', 'acme'], '"account list" takes options only, not acme.'],
    [['account', 'create'], '"account create" needs NAME.'],
    [['account', 'create', 'acme'], '"account create" needs --kind.'],
    [['account', 'show', 'acme', 'other'], '"account show" takes one NAME, not also other.'],
    [['account', 'show', 'acme', '--kind', 'personal'], '"account show" has no option --kind.'],
    [['account', 'set', 'acme'], 'Nothing to set'],
    [['account', 'set', 'acme', '--rate'], '--rate must have a value.'],
    [['key', 'revoke'], '"key revoke" needs KEYID.'],
    [['ledger', 'export', '--month', '2026-11'], '"ledger export" needs --to.'],
    [['ledger', 'export', 'acme', '--month', '2026-11'], '"ledger export" takes options only, not acme.'],
    [['account', 'create', 'acme', '--kind', 'organization', '--kind', 'personal'], '--kind is given twice.'],
    [['account', 'create', 'acme', '--kind', 'organization', '--confirm', 'other'], '--confirm must repeat the name'],
    [['session', 'an-id'], '"session" needs --account.'],
    [['account', 'show', 'acme', '--yaml'], "Unknown option '--yaml'"],
  ])('%j', async (words, said) => {
    const attempt = run(words)

    await expect(attempt).rejects.toThrow(UsageFault)
    await expect(attempt).rejects.toThrow(said)
  })
})

describe('account set changes only', () => {
  it.each([
    ['entitlements', 'upstreamOverride,proxy,proxy', { entitlements: ['upstreamOverride', 'proxy'] }],
    ['entitlements', '', { entitlements: [] }],
    ['requests-per-minute', '60', { limits: { requestsPerMinute: 60 } }],
    ['tokens-per-minute', '90000', { limits: { tokensPerMinute: 90000 } }],
    ['compaction', 'off', { compaction: { mode: 'off', compressor: 'adeline-1' } }],
    ['compressor', 'helene-1', { compaction: { mode: 'repeated', compressor: 'helene-1' } }],
    ['prices', 'claude-sonnet=3, gpt-5.4=$1.25', { prices: { 'claude-sonnet': 3, 'gpt-5.4': 1.25 } }],
    ['rate', 'none', {}],
    ['server-results', 'mcp', { compaction: { mode: 'repeated', compressor: 'adeline-1', serverResults: ['mcp'] } }],
    ['observations', 'results', { compaction: { mode: 'repeated', compressor: 'adeline-1', observations: 'results' } }],
    ['file-reads', 'keep', { compaction: { mode: 'repeated', compressor: 'adeline-1', fileReads: 'keep' } }],
  ])('--%s %j', async (option, value, changes) => {
    const before = await run(['account', 'show', 'books'])
    const after = await run(['account', 'set', 'books', `--${option}`, value])

    expect(after?.json).toEqual(Object.assign({}, before?.json, changes))
  })
})

describe('a command is accepted', () => {
  it.each([
    ['with options before it', ['--json', 'account', 'show', 'books']],
    ['with a value after an equals sign', ['account', 'set', 'books', '--entitlements=']],
    ['with spaces in a list', ['account', 'set', 'books', '--entitlements', ' proxy , compress ']],
    ['with the largest limits', ['account', 'set', 'books', '--requests-per-minute', '1000000']],
    [
      'with the rate for an engine that takes one',
      ['account', 'set', 'books', '--compressor', 'helene-1', '--rate', '1'],
    ],
    ['without a name, for all accounts', ['savings']],
    ['with a day to begin with', ['savings', 'books', '--since', '7d', '--by', 'session']],
    ['with a date for an end', ['key', 'create', 'books', '--expires', '2099-12-31']],
  ])('%s', async (_why, words) => {
    await expect(run(words)).resolves.toHaveProperty('json')
  })
})

describe('whose words are wrong', () => {
  const all = 'All commands: npm run -s operator -- --help'

  it('reads of the command that they name, or of those that begin as they do', () => {
    expect(hintFor(['account', 'show', '--yaml'])).toBe(usageFor(['account', 'show']))
    expect(hintFor(['key', 'make', 'acme'])).toMatch(
      /^ {2}key create NAME[\s\S]* {2}key revoke KEYID\n[^\n]*\n\nAll commands/,
    )
    expect(hintFor(['key', 'make', 'acme'])).not.toContain('member add')
  })

  it('reads one line where nothing begins so, and everything where there are none', () => {
    expect(hintFor(['acount', 'list'])).toBe(all)
    expect(hintFor([])).toBe(usageFor([]))
  })
})
