// `member add | list | remove`.

import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { dynamoMembers } from '../../../../adapters/dynamo/people/members.ts'
import { newToken } from '../../../../core/access/keys/token.ts'
import { newInvitation, readInvitationToken } from '../../../../core/people/invitation.ts'
import { testDeployment } from '../test-deployment.ts'

const { dynamo, json, keys, operator, organization, refusal } = testDeployment()

describe('members', () => {
  beforeAll(() => organization('books'))

  it('are invited by a link that is shown once, listed, and removed', async () => {
    const { path, role } = await json('member', 'add', 'books', '--role', 'owner', '--email', 'ana@example.com')
    expect([role, path]).toEqual(['owner', expect.stringMatching(/^\/join\/books\.[0-9A-Za-z]{43}$/)])
    const named = readInvitationToken(path.replace('/join/', ''))
    const members = dynamoMembers(dynamo())
    const invitation = await members.invitation('books', named?.secretHash ?? '', Date.now())
    expect(invitation).toMatchObject({ role: 'owner', email: 'ana@example.com' })

    await members.add({ accountId: 'books', personId: 'ana', role: 'owner', since: new Date().toISOString() })
    const listed = await json('member', 'list', 'books')
    expect(listed.members).toMatchObject([{ person: 'ana', role: 'owner' }])
    expect(JSON.stringify(listed)).not.toContain(path.slice(-43))
    expect((await operator('member', 'remove', 'books', '--person', 'ana')).stdout).toBe(
      'ana is no member of books any more.\n',
    )
    expect((await json('member', 'list', 'books')).members).toEqual([])
  })

  it('lose the tokens of their command lines with their membership, and nobody else does', async () => {
    await json('account', 'create', 'shelves', '--kind', 'organization')
    const members = dynamoMembers(dynamo())
    const now = Date.now()
    for (const personId of ['ana', 'ben']) {
      await members.add({ accountId: 'shelves', personId, role: 'developer', since: new Date(now).toISOString() })
      await keys().put(newToken('shelves', { personId, device: `${personId}s` }, randomBytes(32), now).key)
    }
    await operator('member', 'remove', 'shelves', '--person', 'ana')
    const listed = await json('key', 'list', 'shelves')
    const states = listed.map(({ issuedTo, state }: { issuedTo: { device: string }; state: string }) => [
      issuedTo.device,
      state,
    ])
    expect(states.sort()).toEqual([
      ['anas', 'revoked'],
      ['bens', 'active'],
    ])
  })
  it('are invited no longer by a link that was withdrawn', async () => {
    await json('account', 'create', 'atlases', '--kind', 'organization')
    await json('member', 'add', 'atlases', '--role', 'owner', '--email', 'ana@example.com')
    await json('member', 'add', 'atlases', '--role', 'viewer')
    const ids = async () => (await json('member', 'list', 'atlases')).invitations
    const [owners] = (await ids()).filter(({ role }: { role: string }) => role === 'owner')
    expect(owners).toMatchObject({ invitation: expect.stringMatching(/^[0-9a-f]{12}$/), email: 'ana@example.com' })
    await json('member', 'withdraw', 'atlases', '--invitation', owners.invitation)
    expect(await ids()).toMatchObject([{ role: 'viewer' }])
    expect(await refusal('member', 'withdraw', 'atlases', '--invitation', owners.invitation)).toContain('"member list"')
  })

  it('take the invitations that they made with them', async () => {
    await json('account', 'create', 'globes', '--kind', 'organization')
    const members = dynamoMembers(dynamo())
    const since = new Date().toISOString()
    await members.add({ accountId: 'globes', personId: 'ana', role: 'owner', since })
    const { invitation } = newInvitation(
      { accountId: 'globes', createdAt: since },
      'owner',
      randomBytes(32),
      Date.now(),
      {
        createdBy: 'ana',
      },
    )
    await members.invite(invitation)
    expect((await json('member', 'list', 'globes')).invitations).toHaveLength(1)
    await json('member', 'remove', 'globes', '--person', 'ana')
    expect((await json('member', 'list', 'globes')).invitations).toEqual([])
  })
})
