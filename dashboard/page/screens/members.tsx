// Who belongs to the account, links for others, and what was done. No e-mail is sent: the owner passes the link on.

import { useState } from 'preact/hooks'
import { type Role, roles } from '../../../core/people/roles.ts'
import { ApiError, accountPath, send } from '../data/api.ts'
import { date, moment, stranger } from '../data/format.ts'
import { zone } from '../data/preferences.ts'
import { useResource } from '../data/resource.ts'
import type { Members, ScreenProps } from '../data/types.ts'
import { DataTable } from '../parts/data-table.tsx'
import { Failure, Skeleton } from '../parts/notice.tsx'
import { Audit } from './audit.tsx'
import { ChangeMember, type MemberChange } from './change-member.tsx'
import { Invite } from './invite.tsx'

type Member = Members['members'][number]

interface MemberTableProps {
  readonly members: readonly Member[]
  readonly ask: (change: MemberChange) => void
}

const MemberTable = ({ members, ask }: MemberTableProps) => {
  const roleOf = (member: Member) => (
    <select
      aria-label={`Role of ${member.name ?? 'this member'}`}
      value={member.role}
      onChange={(event) => {
        const role = event.currentTarget.value as Role
        // What stands here is the role that the person has: the one that was chosen is only asked for.
        event.currentTarget.value = member.role
        ask({ member, role })
      }}
    >
      {roles.map((one) => (
        <option key={one}>{one}</option>
      ))}
    </select>
  )
  return (
    <DataTable
      caption="Members"
      rows={members}
      keyOf={({ id }) => id}
      empty="Nobody belongs to this account."
      columns={[
        {
          name: 'Name',
          cell: ({ name, id, isYou }) => (
            <>
              {stranger(name ?? id)}
              {isYou ? <span class="muted"> (you)</span> : null}
            </>
          ),
        },
        { name: 'E-mail', cell: ({ email }) => (email === undefined ? '–' : stranger(email)) },
        {
          name: 'Last signed in',
          cell: ({ lastSignInAt }) => (lastSignInAt === undefined ? 'never' : moment(lastSignInAt, zone.value)),
        },
        { name: 'Role', cell: roleOf },
        {
          name: 'Remove',
          isSilent: true,
          isNumber: true,
          cell: (member) => (
            <button
              type="button"
              class="danger"
              aria-label={`Remove ${member.name ?? member.id}`}
              onClick={() => ask({ member })}
            >
              Remove
            </button>
          ),
        },
      ]}
    />
  )
}

interface InvitationsProps {
  readonly invitations: Members['invitations']
  readonly withdraw: (id: string) => Promise<void>
}

const Invitations = ({ invitations, withdraw }: InvitationsProps) => (
  <section class="section">
    <header>
      <h2>Open invitations</h2>
    </header>
    <DataTable
      caption="Open invitations"
      rows={invitations}
      keyOf={({ id }) => id}
      empty=""
      columns={[
        { name: 'For', cell: ({ email }) => (email === undefined ? 'whoever has the link' : stranger(email)) },
        { name: 'Role', cell: ({ role }) => role },
        { name: 'Until', cell: ({ expiresAt }) => date(expiresAt, zone.value) },
        {
          name: 'Withdraw',
          isSilent: true,
          isNumber: true,
          cell: ({ id }) => (
            <button type="button" class="danger" onClick={() => withdraw(id)}>
              Withdraw
            </button>
          ),
        },
      ]}
    />
  </section>
)

export const MembersScreen = ({ account }: ScreenProps) => {
  const { data, error, reload } = useResource<Members>(accountPath(account.id, '/members'))
  const [isInviting, setInviting] = useState(false)
  const [asked, setAsked] = useState<MemberChange | undefined>()
  const [failure, setFailure] = useState<ApiError | undefined>()
  const [changes, setChanges] = useState(0)
  const changed = (): void => {
    setChanges(changes + 1)
    reload()
  }
  const withdraw = async (id: string): Promise<void> => {
    try {
      await send(accountPath(account.id, `/invitations/${id}/remove`))
      setFailure(undefined)
    } catch (reason) {
      setFailure(reason instanceof ApiError ? reason : new ApiError(0, 'The page failed.'))
    }
    changed()
  }
  const close = (): void => {
    setInviting(false)
    setAsked(undefined)
    changed()
  }
  const failed = failure ?? error
  return (
    <>
      <div class="head">
        <h1>Members</h1>
        <button type="button" class="primary" data-shortcut="n" onClick={() => setInviting(true)}>
          Invite
        </button>
      </div>
      {failed === undefined ? null : <Failure error={failed} retry={reload} />}
      {data === undefined && error === undefined ? <Skeleton /> : null}
      {data === undefined ? null : <MemberTable members={data.members} ask={setAsked} />}
      {data === undefined || data.invitations.length === 0 ? null : (
        <Invitations invitations={data.invitations} withdraw={withdraw} />
      )}
      <Audit key={changes} account={account.id} />
      {isInviting ? <Invite account={account.id} close={close} /> : null}
      {asked === undefined ? null : <ChangeMember account={account.id} change={asked} close={close} />}
    </>
  )
}
