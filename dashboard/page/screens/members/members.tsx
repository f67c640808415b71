// Who belongs to the account, links for others, and what was done. No e-mail is sent: the owner passes the link on.

import { useState } from 'preact/hooks'
import { isRole, type Role, roles } from '../../../../core/people/roles.ts'
import { accountPath } from '../../data/api.ts'
import { date, moment, stranger } from '../../data/format.ts'
import { zone } from '../../data/preferences.ts'
import { useResource } from '../../data/resource.ts'
import { serviceNow } from '../../data/service-clock.ts'
import type { Members, ScreenProps } from '../../data/types.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { Failure, Skeleton } from '../../parts/notice.tsx'
import { Audit } from './audit.tsx'
import { ChangeMember, type MemberChange } from './change-member.tsx'
import { Invite } from './invite.tsx'
import { invited, WithdrawInvitation } from './withdraw-invitation.tsx'

type Member = Members['members'][number]
type Invitation = Members['invitations'][number]

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
      {/* A newer version has given it. */}
      {isRole(member.role) ? null : <option>{stranger(member.role)}</option>}
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
          isWhole: true,
          cell: ({ lastSignInAt }) =>
            lastSignInAt === undefined ? 'never' : moment(lastSignInAt, zone.value, serviceNow()),
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
  readonly invitations: readonly Invitation[]
  readonly ask: (invitation: Invitation) => void
}

const Invitations = ({ invitations, ask }: InvitationsProps) => (
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
        { name: 'For', cell: invited },
        { name: 'Role', cell: ({ role }) => role },
        { name: 'Until', cell: ({ expiresAt }) => date(expiresAt, zone.value) },
        {
          name: 'Withdraw',
          isSilent: true,
          isNumber: true,
          cell: (invitation) => (
            <button
              type="button"
              class="danger"
              aria-label={`Withdraw the invitation for ${invited(invitation)}`}
              onClick={() => ask(invitation)}
            >
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
  const [withdrawn, setWithdrawn] = useState<Invitation | undefined>()
  const [changes, setChanges] = useState(0)
  const close = (): void => {
    setInviting(false)
    setAsked(undefined)
    setWithdrawn(undefined)
    setChanges(changes + 1)
    reload()
  }
  return (
    <>
      <div class="head">
        <h1>Members</h1>
        <button type="button" class="primary" data-shortcut="n" onClick={() => setInviting(true)}>
          Invite
        </button>
      </div>
      {error === undefined ? null : <Failure error={error} retry={reload} />}
      {data === undefined && error === undefined ? <Skeleton /> : null}
      {data === undefined ? null : <MemberTable members={data.members} ask={setAsked} />}
      {data === undefined || data.invitations.length === 0 ? null : (
        <Invitations invitations={data.invitations} ask={setWithdrawn} />
      )}
      <Audit key={changes} account={account.id} />
      {isInviting ? <Invite account={account.id} close={close} /> : null}
      {asked === undefined ? null : <ChangeMember account={account.id} change={asked} close={close} />}
      {withdrawn === undefined ? null : (
        <WithdrawInvitation account={account.id} invitation={withdrawn} close={close} />
      )}
    </>
  )
}
