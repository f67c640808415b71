// What the tables are asked. A store that stands in for them is always consistent, gives everything in one page and keeps its items,
// so that only the requests tell of what DynamoDB must be asked for.

import { describe, expect, it } from 'vitest'
import { dynamoAccountSettings } from '../../../adapters/dynamo/accounts/account-settings.ts'
import { dynamoKeys } from '../../../adapters/dynamo/accounts/keys.ts'
import { dynamoChains } from '../../../adapters/dynamo/chains/chains.ts'
import { type Dynamo, dynamoOver } from '../../../adapters/dynamo/client.ts'
import type { Command } from '../../../adapters/dynamo/commands.ts'
import { documentsOver } from '../../../adapters/dynamo/documents.ts'
import { dynamoSavings } from '../../../adapters/dynamo/ledger/savings.ts'
import { dynamoAudit } from '../../../adapters/dynamo/people/audit.ts'
import { dynamoBrowserSessions } from '../../../adapters/dynamo/people/browser-sessions.ts'
import { dynamoDeviceLogins } from '../../../adapters/dynamo/people/device-logins.ts'
import { dynamoMembers } from '../../../adapters/dynamo/people/members.ts'
import { newSession } from '../../../core/people/browser-session.ts'
import { newDeviceLogin } from '../../../core/people/device-login.ts'
import { newInvitation } from '../../../core/people/invitation.ts'
import { emptyPart, withReceipt } from '../../../core/savings/fold.ts'
import { partsOf } from '../../../core/savings/parts.ts'
import { aReceipt } from './receipts.ts'

const now = Date.parse('2026-11-27T10:00:00.000Z')
const day = 86_400

/** Commands that were sent to tables which give these answers, one after the other. */
const sentBy = async (
  use: (dynamo: Dynamo) => unknown,
  answers: readonly object[] = [],
): Promise<Command['input'][]> => {
  const sent: Command['input'][] = []
  const left = [...answers]
  const documents: Dynamo['documents'] = {
    async send<Answer>({ input }: Command<Answer>) {
      sent.push(input)
      return (left.shift() ?? {}) as Answer
    },
  }
  await use(dynamoOver(documents, { tablePrefix: 'test-' }))
  return sent
}

describe('what has to be as the last write left it', () => {
  it.each<[string, (dynamo: Dynamo) => unknown, object[]?]>([
    ['a conversation', (dynamo) => dynamoChains(dynamo).find(['a'], now)],
    ['the last use of a conversation', (dynamo) => dynamoChains(dynamo).use('a')],
    ['a member', (dynamo) => dynamoMembers(dynamo).find('acme', 'ana')],
    ['the members', (dynamo) => dynamoMembers(dynamo).list('acme')],
    ['a browser session', (dynamo) => dynamoBrowserSessions(dynamo).find('a')],
    ['settings that change', (dynamo) => dynamoAccountSettings(dynamo).change('acme', { mode: 'off' })],
  ])('is read so: %s', async (_what, use) => {
    expect(await sentBy(use)).toEqual([expect.objectContaining({ ConsistentRead: true })])
  })

  it('is read so in all its places: conversations', async () => {
    const [first, others, ...more] = await sentBy((dynamo) => dynamoChains(dynamo).find(['a', 'b', 'c'], now))
    expect(first).toMatchObject({ Key: { head: 'a' }, ConsistentRead: true })
    const Keys = [{ head: 'b' }, { head: 'c' }]
    expect(others).toEqual({ RequestItems: { 'test-chains': { Keys, ConsistentRead: true } } })
    expect(more).toEqual([])
  })

  it('is asked for so on the wire as well', async () => {
    const asked: unknown[] = []
    const documents = documentsOver(async (_operation, input) => {
      asked.push(input)
      return {}
    })
    await dynamoChains(dynamoOver(documents, { tablePrefix: '' })).find(['a', 'b'], now)
    expect(asked[0]).toMatchObject({ Key: { head: { S: 'a' } }, ConsistentRead: true })
    const Keys = [{ head: { S: 'b' } }]
    expect(asked[1]).toEqual({ RequestItems: { chains: { Keys, ConsistentRead: true } } })
  })

  it('is read so behind an index, which lags: a machine that waits', async () => {
    const found = { Items: [{ deviceCodeHash: 'a' }] }
    const sent = await sentBy((dynamo) => dynamoDeviceLogins(dynamo).findByUserCode('u'), [found])
    expect(sent[1]).toMatchObject({ Key: { deviceCodeHash: 'a' }, ConsistentRead: true })
  })
})

describe('a list of several pages', () => {
  it.each<[string, (dynamo: Dynamo) => unknown]>([
    ['of keys', (dynamo) => dynamoKeys(dynamo).listByAccount('acme')],
    ['of members', (dynamo) => dynamoMembers(dynamo).list('acme')],
    ['of memberships', (dynamo) => dynamoMembers(dynamo).ofPerson('ana')],
  ])('goes on where the page before ended: %s', async (_what, use) => {
    const pages = [
      { Items: [], LastEvaluatedKey: { one: 1 } },
      { Items: [], LastEvaluatedKey: { two: 2 } },
      { Items: [] },
    ]
    const sent = await sentBy(use, pages)
    expect(sent.map(({ ExclusiveStartKey }) => ExclusiveStartKey)).toEqual([undefined, { one: 1 }, { two: 2 }])
  })
})

describe('a write', () => {
  const random = new Uint8Array(32)
  const { login } = newDeviceLogin(
    { device: 'laptop', program: 'compaction/1', address: '192.0.2.1' },
    { device: random, user: random },
    now,
  )
  const event = {
    accountId: 'acme',
    eventId: 'e',
    at: '',
    personId: 'ana',
    by: 'Ana',
    action: 'key-generated',
    target: 'CI',
  }

  it.each<[string, (dynamo: Dynamo) => unknown, string]>([
    [
      'over a session that is there: a new one',
      (dynamo) => dynamoBrowserSessions(dynamo).start(newSession('cookie', 'ana', now)),
      'attribute_not_exists(sessionHash)',
    ],
    [
      'where a session has ended: a note of its use',
      (dynamo) => dynamoBrowserSessions(dynamo).touch('a', now),
      'attribute_exists(sessionHash)',
    ],
    [
      'over a machine that waits: another one',
      (dynamo) => dynamoDeviceLogins(dynamo).start(login),
      'attribute_not_exists(deviceCodeHash)',
    ],
    ['over a note: the same deed again', (dynamo) => dynamoAudit(dynamo).put(event), 'attribute_not_exists(eventId)'],
  ])('is never made %s', async (_what, use, ConditionExpression) => {
    expect(await sentBy(use)).toEqual([expect.objectContaining({ ConditionExpression })])
  })
})

describe('what goes by itself', () => {
  const inSeconds = now / 1000

  it('says when, in seconds: conversations, thirty days after their last use', async () => {
    const record = { state: new Uint8Array(8), lastSentAt: now, coldAt: now + 1 }
    const use = { usedAt: now, coldAt: now + 1, shortened: [] }
    const claim = { by: 'a', risk: 1, room: 2 }
    const sent = await sentBy(async (dynamo) => {
      const chains = dynamoChains(dynamo)
      await chains.put('a', record)
      await chains.touch('a', { lastSentAt: now, coldAt: now + 1 })
      await chains.note('a', use)
      await chains.claim('a', claim, now)
    })
    expect(sent[0]).toMatchObject({ Item: { expiresAt: inSeconds + 30 * day } })
    for (const update of sent.slice(1))
      expect(update).toMatchObject({
        UpdateExpression: expect.stringContaining('expiresAt = :expiresAt'),
        ExpressionAttributeValues: { ':expiresAt': inSeconds + 30 * day },
      })
    expect(sent).toHaveLength(4)
  })

  it('says when, in seconds: the sums of a session, but not those of days and half hours', async () => {
    const receipt = aReceipt({ receivedAt: new Date(now).toISOString(), sessionId: 'S' })
    const keys = partsOf(receipt, 'a-model')
    const sent = await sentBy(async (dynamo) => {
      for (const key of keys) await dynamoSavings(dynamo).put(withReceipt(emptyPart(key), receipt), 0)
    })
    const expiries = sent.map(({ Item }) => (Item as { readonly expiresAt?: number }).expiresAt)
    expect(expiries).toEqual([undefined, undefined, inSeconds + 400 * day])
  })

  it('says when, in seconds: sessions, machines that wait, and invitations', async () => {
    const random = new Uint8Array(32)
    const asked = { device: 'laptop', program: 'compaction/1', address: '192.0.2.1' }
    const { login } = newDeviceLogin(asked, { device: random, user: random }, now)
    const account = { accountId: 'acme', createdAt: new Date(now).toISOString() }
    const sent = await sentBy(async (dynamo) => {
      await dynamoBrowserSessions(dynamo).start(newSession('cookie', 'ana', now))
      await dynamoDeviceLogins(dynamo).start(login)
      await dynamoMembers(dynamo).invite(newInvitation(account, 'viewer', random, now).invitation)
    })
    expect(sent).toMatchObject([
      { Item: { expiresAt: inSeconds + 7 * day } },
      { Item: { expiresAt: inSeconds + 600 } },
      { Item: { expiresAt: inSeconds + 7 * day } },
    ])
  })
})
