// Who belongs to the account, links for others, and what was done. No e-mail is sent: the owner passes the link on.

import { useState } from 'preact/hooks'
import { type Role, roles } from '../../../core/people/roles.ts'
import { ApiError, accountPath, ask, send } from '../data/api.ts'
import { date, moment, stranger } from '../data/format.ts'
import { zone } from '../data/preferences.ts'
import { useResource } from '../data/resource.ts'
import type { AuditPage, Members, ScreenProps } from '../data/types.ts'
import { Snippet } from '../parts/copy.tsx'
import { DataTable } from '../parts/data-table.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Failure, Skeleton } from '../parts/notice.tsx'

type Member = Members['members'][number]

const Invite = ({ account, close }: { readonly account: string; readonly close: () => void }) => {
  const [link, setLink] = useState('')
  const [failure, setFailure] = useState('')
  const invite = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    const email = String(form.get('email') ?? '').trim()
    try {
      const body = { role: form.get('role'), ...(email === '' ? {} : { email }) }
      setLink((await send<{ link: string }>(accountPath(account, '/members'), body)).link)
    } catch (error) {
      setFailure(error instanceof ApiError ? error.message : 'That did not work. No link was made.')
    }
  }
  if (link !== '')
    return (
      <Dialog title="Pass this link on" onCancel={close} key="link">
        <p>It is good once, for seven days, and shown this once.</p>
        <Snippet text={link} label="The link" />
        <div class="actions">
          <button type="button" class="primary" onClick={close} autofocus>
            Done
          </button>
        </div>
      </Dialog>
    )
  return (
    <Dialog title="Invite somebody" onCancel={close} key="ask">
      <form class="section" onSubmit={invite}>
        <label class="field">
          <span>Role</span>
          <select name="role">
            {roles.map((role) => (
              <option key={role}>{role}</option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>Only for this e-mail address (optional)</span>
          <input name="email" type="email" autocomplete="off" />
        </label>
        {failure === '' ? null : (
          <p class="cost" role="alert">
            {failure}
          </p>
        )}
        <div class="actions">
          <button type="button" onClick={close}>
            Cancel
          </button>
          <button type="submit" class="primary">
            Make a link
          </button>
        </div>
      </form>
    </Dialog>
  )
}

const actionNames: Readonly<Record<string, string>> = {
  'key-generated': 'generated the key',
  'key-revoked': 'revoked the key',
  'token-approved': 'signed in the command line of',
  'token-revoked': 'revoked the command line of',
  'settings-changed': 'changed the settings',
  'member-invited': 'invited',
  'member-joined': 'joined as',
  'member-role-changed': 'changed the role of',
  'member-removed': 'removed',
}

const Audit = ({ account }: { readonly account: string }) => {
  const path = accountPath(account, '/audit')
  const { data } = useResource<AuditPage>(path)
  const [older, setOlder] = useState<readonly AuditPage[]>([])
  const next = (older.at(-1) ?? data)?.next
  return (
    <section class="section">
      <header>
        <h2>What was done</h2>
      </header>
      <DataTable
        caption="What was done, newest first"
        rows={[data, ...older].flatMap((page) => page?.events ?? [])}
        keyOf={({ eventId }) => eventId}
        empty="Nothing was done this month."
        columns={[
          { name: 'When', cell: ({ at }) => moment(at, zone.value) },
          { name: 'Who', cell: ({ by }) => stranger(by) },
          {
            name: 'What',
            cell: ({ action, target }) => (
              <>
                {actionNames[action] ?? action} <span class="muted">{stranger(target)}</span>
              </>
            ),
          },
        ]}
      />
      {next === undefined ? null : (
        <div>
          <button
            type="button"
            onClick={async () =>
              setOlder([...older, await ask<AuditPage>(`${path}?cursor=${encodeURIComponent(next)}`)])
            }
          >
            Older
          </button>
        </div>
      )}
    </section>
  )
}

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
    <>
      <div class="head">
        <h1>Members</h1>
        <button type="button" class="primary" data-shortcut="n" onClick={() => setInviting(true)}>
          Invite
        </button>
      </div>
      {failed === undefined ? null : <Failure error={failed} retry={reload} />}
      {data === undefined ? (
        <Skeleton />
      ) : (
        <DataTable
          caption="Members"
          rows={data.members}
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
      )}
      {data === undefined || data.invitations.length === 0 ? null : (
        <section class="section">
          <header>
            <h2>Open invitations</h2>
          </header>
          <DataTable
            caption="Open invitations"
            rows={data.invitations}
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
