// What the operator does to an account stands where its owners read what was done, and says who did it.

import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { readCommandLine } from '../../../bin/operator/command-line.ts'
import type { Desk } from '../../../bin/operator/desk/desk.ts'
import { newToken } from '../../../core/access/keys/token.ts'
import { now } from '../../core/access/callers.ts'
import { memoryDesk } from './memory-desk.ts'

let desk: Desk
let later = now
beforeEach(() => {
  later = now
  desk = memoryDesk()
})

/** Its JSON. Every command comes a second after the one before it. */
const run = async (...words: string[]): Promise<ReturnType<typeof JSON.parse>> => {
  later += 1_000
  const line = readCommandLine(words)
  const output = await line?.command.run(line.argument, line.given, { ...desk, now: later })
  return JSON.parse(JSON.stringify(output?.json))
}
const events = async () => [...(await desk.audit.list('acme', new Date(now).toISOString().slice(0, 7)))].reverse()
const done = async () => (await events()).map(({ action, target }) => `${action}: ${target}`)

describe('the audit', () => {
  it('has the operator’s changes of an account, and none where nothing changed', async () => {
    await run('account', 'create', 'acme', '--kind', 'organization')
    await run('account', 'enable-api', 'acme')
    await run('account', 'enable-api', 'acme')
    await run('account', 'set', 'acme', '--file-reads', 'keep', '--requests-per-minute', '5', '--prices', 'my-model=3')
    await run('account', 'set', 'acme', '--file-reads', 'keep')
    await run('account', 'show', 'acme')
    await run('account', 'disable', 'acme')
    await run('account', 'delete', 'acme', '--confirm', 'acme')
    expect(await done()).toEqual([
      'account-created: acme (organization)',
      'settings-changed: API access no → yes, entitlements none → proxy,compress',
      'settings-changed: requests per minute no limit → 5, file reads default → keep, prices',
      'settings-changed: API access yes → no',
      'account-deleted: acme',
    ])
    expect((await events()).every(({ personId, by }) => personId === 'operator' && by === 'operator')).toBe(true)
  })

  it('has keys as lists show them, and never a secret', async () => {
    await run('account', 'create', 'acme', '--kind', 'organization')
    await run('account', 'enable-api', 'acme')
    const made = await run('key', 'create', 'acme', '--label', 'CI')
    const next = await run('key', 'rotate', made.keyId)
    await run('key', 'revoke', next.keyId)
    await run('key', 'revoke', next.keyId)
    const token = newToken('acme', { personId: 'ana', device: 'laptop' }, randomBytes(32), now)
    await desk.keys.put(token.key)
    await run('key', 'revoke', token.key.keyId)
    expect((await done()).slice(2)).toEqual([
      `key-generated: CI ak_…${made.suffix}`,
      `key-generated: CI ak_…${next.suffix}, in place of ak_…${made.suffix}, which works until ${next.oldKeyExpiresAt}`,
      `key-revoked: CI ak_…${next.suffix}`,
      'token-revoked: laptop',
    ])
    const text = JSON.stringify(await events())
    for (const secret of [made.key, next.key, token.secret]) expect(text).not.toContain(secret)
  })

  it('of a rotation stands with a key that is shown, also where the old one cannot be given an end', async () => {
    await run('account', 'create', 'acme', '--kind', 'organization')
    await run('account', 'enable-api', 'acme')
    const made = await run('key', 'create', 'acme')
    const expire = async () => {
      throw new Error('The table may not be written.')
    }
    desk = { ...desk, keys: { ...desk.keys, expire } }
    const line = readCommandLine(['key', 'rotate', made.keyId])
    const output = await line?.command.run(line.argument, line.given, desk)
    expect(output?.json).toEqual({
      key: expect.stringMatching(/^ak_/),
      keyId: expect.any(String),
      suffix: expect.any(String),
    })
    for (const said of [output?.text, output?.note]) expect(said).toContain(`"key revoke ${made.keyId}" ends it.`)
  })

  it('is written before a link is stored', async () => {
    await run('account', 'create', 'acme', '--kind', 'organization')
    const put = async () => {
      throw new Error('The table may not be written.')
    }
    desk = { ...desk, audit: { ...desk.audit, put } }
    await expect(run('member', 'add', 'acme', '--role', 'owner')).rejects.toThrow('may not be written')
    expect((await desk.members.list('acme')).invitations).toEqual([])
  })

  it('is written before a key is stored: one that nobody can be shown does not come to be', async () => {
    await run('account', 'create', 'acme', '--kind', 'organization')
    await run('account', 'enable-api', 'acme')
    const put = async () => {
      throw new Error('The table may not be written.')
    }
    desk = { ...desk, audit: { ...desk.audit, put } }
    await expect(run('key', 'create', 'acme')).rejects.toThrow('may not be written')
    expect(await desk.keys.listByAccount('acme')).toEqual([])
  })

  it('has invitations and members by their names, and no link', async () => {
    await run('account', 'create', 'acme', '--kind', 'organization')
    const { path } = await run('member', 'add', 'acme', '--role', 'owner', '--email', 'ana@example.com')
    const { invitations } = await run('member', 'list', 'acme')
    await run('member', 'withdraw', 'acme', '--invitation', invitations[0].invitation)
    const person = { personId: 'ben', issuer: 'i', subject: 's', emailVerified: true, name: 'Ben' }
    await desk.people.put(person)
    await desk.members.add({ accountId: 'acme', personId: 'ben', role: 'owner', since: new Date(now).toISOString() })
    await run('member', 'remove', 'acme', '--person', 'ben')
    expect((await done()).slice(1)).toEqual([
      'member-invited: ana@example.com',
      'invitation-withdrawn: ana@example.com',
      'member-removed: Ben',
    ])
    expect(JSON.stringify(await events())).not.toContain(path.slice(-43))
  })
})
