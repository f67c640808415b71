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
import { Invite } from './invite.tsx'

type Member = Members['members'][number]
type Act = (path: string, body?: object) => Promise<void>

const MemberTable = ({ members, act }: { readonly members: Members['members']; readonly act: Act }) => {
  const roleOf = ({ id, role, name = 'this member' }: Member) => (
    <select
      aria-label={`Role of ${name}`}
      value={role}
      onChange={(event) => act(`/members/${id}/role`, { role: event.currentTarget.value as Role })}
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
          cell: ({ id, name }) => (
            <button
              type="button"
              class="danger"
              aria-label={`Remove ${name ?? id}`}
              onClick={() => act(`/members/${id}/remove`)}
            >
              Remove
            </button>
          ),
        },
      ]}
    />
  )
}

const Invitations = ({ invitations, act }: { readonly invitations: Members['invitations']; readonly act: Act }) => (
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
            <button type="button" class="danger" onClick={() => act(`/invitations/${id}/remove`)}>
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
  const [failure, setFailure] = useState<ApiError | undefined>()
  const act = async (path: string, body: object = {}): Promise<void> => {
    try {
      await send(accountPath(account.id, path), body)
      setFailure(undefined)
    } catch (reason) {
      setFailure(reason instanceof ApiError ? reason : new ApiError(0, 'The page failed.'))
    }
    reload()
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
      {data === undefined ? <Skeleton /> : <MemberTable members={data.members} act={act} />}
      {data === undefined || data.invitations.length === 0 ? null : (
        <Invitations invitations={data.invitations} act={act} />
      )}
      <Audit account={account.id} />
      {isInviting ? (
        <Invite
          account={account.id}
          close={() => {
            setInviting(false)
            reload()
          }}
        />
      ) : null}
    </>
  )
}
