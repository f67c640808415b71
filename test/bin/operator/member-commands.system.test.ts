// `member add | list | remove`, run as processes.

import { beforeAll, describe, expect, it } from 'vitest'
import { dynamoMembers } from '../../../adapters/dynamo/members.ts'
import { readInvitationToken } from '../../../core/people/invitation.ts'
import { testDeployment } from './test-deployment.ts'

const { dynamo, json, operator, organization } = testDeployment()

describe('members', () => {
  beforeAll(() => organization('books'))

  it('are invited by a link that is shown once, listed, and removed', async () => {
    const { path, role } = await json('member', 'add', 'books', '--role', 'owner', '--email', 'ana@example.com')
    expect([role, path]).toEqual(['owner', expect.stringMatching(/^\/join\/books\.[0-9A-Za-z]{43}$/)])
    const named = readInvitationToken(path.replace('/join/', ''))
    const members = dynamoMembers(dynamo())
    const invitation = await members.invitation('books', named?.secretHash ?? '', Date.now())
    expect(invitation).toMatchObject({ role: 'owner', email: 'ana@example.com' })

    await members.put({ accountId: 'books', personId: 'ana', role: 'owner', since: new Date().toISOString() })
    const listed = await json('member', 'list', 'books')
    expect(listed.members).toMatchObject([{ person: 'ana', role: 'owner' }])
    expect(JSON.stringify(listed)).not.toContain(path.slice(-43))
    expect((await operator('member', 'remove', 'books', '--person', 'ana')).stdout).toBe(
      'ana is no member of books any more.\n',
    )
    expect((await json('member', 'list', 'books')).members).toEqual([])
  })
})
