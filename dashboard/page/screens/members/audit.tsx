// Who did what to the account.

import { type AuditAction, operator } from '../../../../core/people/audit.ts'
import { accountPath } from '../../data/api.ts'
import { moment, stranger } from '../../data/format.ts'
import { useOlder } from '../../data/older.ts'
import { zone } from '../../data/preferences.ts'
import { useResource } from '../../data/resource.ts'
import { serviceNow } from '../../data/service-clock.ts'
import type { AuditPage } from '../../data/types.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { Failure, Skeleton } from '../../parts/notice.tsx'
import { OlderButton } from '../../parts/older.tsx'

/** What a newer version has noted, and this one has no words for, is told as it was noted. */
const actionNames: Readonly<Record<string, string>> = {
  'account-created': 'made the account',
  'account-deleted': 'deleted the account',
  'key-generated': 'generated the key',
  'key-revoked': 'revoked the key',
  'token-approved': 'signed in the command line of',
  'token-revoked': 'revoked the command line of',
  'settings-changed': 'changed the settings',
  'member-invited': 'invited',
  'invitation-withdrawn': 'withdrew the invitation for',
  'member-joined': 'joined as',
  'member-role-changed': 'changed the role of',
  'member-removed': 'removed',
} satisfies Record<AuditAction, string>

export const Audit = ({ account }: { readonly account: string }) => {
  const path = accountPath(account, '/audit')
  const { data, error, reload } = useResource<AuditPage>(path)
  const older = useOlder<AuditPage, AuditPage['events'][number]>({
    path,
    first: data,
    pathOf: (cursor) => `${path}?cursor=${encodeURIComponent(cursor)}`,
    entriesOf: (page) => page.events,
    idOf: ({ eventId }) => eventId,
  })
  return (
    <section class="section">
      <header>
        <h2>What was done</h2>
      </header>
      {data === undefined ? (
        error === undefined ? (
          <Skeleton />
        ) : (
          <Failure error={error} retry={reload} />
        )
      ) : (
        <DataTable
          caption="What was done, newest first"
          rows={older.entries}
          keyOf={({ eventId }) => eventId}
          empty="Nothing was done this month."
          columns={[
            { name: 'When', isWhole: true, cell: ({ at }) => moment(at, zone.value, serviceNow()) },
            // Anybody may be called so; nobody has the operator's id.
            {
              name: 'Who',
              cell: ({ by, personId }) => (personId === operator.personId ? <em>the operator</em> : stranger(by)),
            },
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
      )}
      <OlderButton older={older} />
    </section>
  )
}
