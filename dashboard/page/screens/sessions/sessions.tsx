// Sessions, the one that was used last first.

import { useLocation } from 'preact-iso'
import { accountPath } from '../../data/api.ts'
import { clientName, modelsOf, moment, percent } from '../../data/format.ts'
import { useOlder } from '../../data/older.ts'
import { zone } from '../../data/preferences.ts'
import { useResource } from '../../data/resource.ts'
import { serviceNow } from '../../data/service-clock.ts'
import type { AccountEntry, ScreenProps, Session, Sessions } from '../../data/types.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Figure, Net } from '../../parts/figure.tsx'
import { LastFigures } from '../../parts/last-figures.tsx'
import { Failure, Skeleton } from '../../parts/notice.tsx'
import { OlderButton } from '../../parts/older.tsx'
import { TypedFilter } from '../../parts/typed-filter.tsx'
import { CsvDownload } from '../exchanges/csv-download.tsx'

/** How much of what was sent is left, as a bar. The words beside it say the same. */
const Left = ({ session }: { readonly session: Session }) => {
  // Nothing was counted, as where a provider refused.
  if (session.effectiveBefore === 0) return <>–</>
  const share = session.effectiveAfter / session.effectiveBefore
  return (
    <span title={`${percent(session.effectiveAfter, session.effectiveBefore)} of the effective tokens are left`}>
      <span class={`gauge ${share > 1 ? 'more' : ''}`} aria-hidden="true">
        <span style={{ width: `${Math.min(100, share * 100)}%` }} />
      </span>{' '}
      <span class="small muted">{percent(session.effectiveAfter, session.effectiveBefore)}</span>
    </span>
  )
}

const columnsOf = (account: AccountEntry): readonly Column<Session>[] => [
  {
    name: 'Last active',
    isWhole: true,
    cell: ({ id, lastAt }) => (
      <a href={`/accounts/${account.id}/sessions/${id}`}>{moment(lastAt, zone.value, serviceNow())}</a>
    ),
    order: ({ lastAt }) => lastAt,
  },
  { name: 'Agent', isOurs: true, cell: ({ client }) => clientName(client) },
  {
    name: 'Models',
    cell: (session) => <span title={session.models.join(', ')}>{modelsOf(session)}</span>,
  },
  {
    name: 'Exchanges',
    isNumber: true,
    cell: ({ exchanges }) => <Figure value={exchanges} />,
    order: ({ exchanges }) => exchanges,
  },
  {
    name: 'Input paid',
    isNumber: true,
    cell: (session) => <Left session={session} />,
    order: (one) => (one.effectiveBefore === 0 ? 1 : one.effectiveAfter / one.effectiveBefore),
  },
  {
    name: 'Cached again',
    isNumber: true,
    cell: ({ cacheRewriteTokens }) => <Figure value={cacheRewriteTokens} />,
    order: ({ cacheRewriteTokens }) => cacheRewriteTokens,
  },
  {
    name: 'Net',
    isNumber: true,
    cell: ({ net, estimatedExchanges }) => <Net value={net} isEstimate={estimatedExchanges > 0} />,
    order: ({ net }) => net,
  },
]

export const SessionTable = ({
  account,
  sessions,
  isFiltered = false,
  hasMore = false,
}: {
  readonly account: AccountEntry
  readonly sessions: readonly Session[]
  readonly isFiltered?: boolean
  /** Older ones have not been looked at. */
  readonly hasMore?: boolean
}) => (
  <>
    <DataTable
      caption="Sessions, newest first"
      columns={columnsOf(account)}
      rows={sessions}
      keyOf={({ id }) => id}
      empty={
        isFiltered
          ? `No session ${hasMore ? 'so far is like that: “Older” looks further back.' : 'is like that.'}`
          : 'There are no sessions here. Requests have one when their agent names it, or the header X-Service-Session-Id does.'
      }
    />
    {sessions.length === 0 ? null : (
      <p class="small muted">
        <em>Input paid</em> is the share of the effective input tokens that is left to pay for. <em>Cached again</em>{' '}
        are tokens that the provider had to cache again because of us.
      </p>
    )}
  </>
)

const agents = [
  ['', 'Every agent'],
  ['claude-code', 'Claude Code'],
  ['codex', 'Codex'],
  ['header', 'Own session id'],
] as const

export const SessionsScreen = ({ account }: ScreenProps) => {
  const { path, query, route } = useLocation()
  const filters = new URLSearchParams(
    ['client', 'model', 'negative'].flatMap((name) => (query[name] ? [[name, query[name] ?? '']] : [])),
  )
  const apiPath = accountPath(account.id, `/sessions?${filters}`)
  const { data, error, reload } = useResource<Sessions>(apiPath, 15)
  const older = useOlder<Sessions, Session>({
    path: apiPath,
    first: data,
    pathOf: (cursor) => `${apiPath}&cursor=${encodeURIComponent(cursor)}`,
    entriesOf: (page) => page.sessions,
    idOf: ({ id }) => id,
  })
  const change = (name: string, value: string): void => {
    if (value === '') filters.delete(name)
    else filters.set(name, value)
    route(`${path}?${filters}`, true)
  }
  return (
    <>
      <div class="head">
        <h1>Sessions</h1>
        <div>
          <select
            aria-label="Agent"
            value={query.client ?? ''}
            onChange={(event) => change('client', event.currentTarget.value)}
          >
            {agents.map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
          <TypedFilter name="Model" value={query.model ?? ''} change={(value) => change('model', value)} />
          <label class="check" title="Sessions whose net is negative: compaction cost more than it saved">
            <input
              type="checkbox"
              checked={query.negative === 'true'}
              onChange={(event) => change('negative', event.currentTarget.checked ? 'true' : '')}
            />
            Only those that cost more
          </label>
        </div>
      </div>
      {query.negative === 'true' ? (
        <p class="small muted">Sessions whose net is negative: compaction cost more than it saved.</p>
      ) : null}
      {query.model ? (
        <p class="small muted">
          A session names eight models at most, and is found by those. Where “and more” stands, it has others too.
        </p>
      ) : null}
      <CsvDownload
        key={apiPath}
        path={accountPath(account.id, `/sessions.csv?${filters}`)}
        fileName={`${account.id}-sessions.csv`}
        counted="sessions"
      />
      {error === undefined ? null : <Failure error={error} retry={reload} />}
      {data !== undefined ? (
        <LastFigures error={error}>
          <SessionTable
            account={account}
            sessions={older.entries}
            isFiltered={filters.toString() !== ''}
            hasMore={older.hasMore}
          />
        </LastFigures>
      ) : error === undefined ? (
        <Skeleton />
      ) : null}
      <OlderButton older={older} />
    </>
  )
}
