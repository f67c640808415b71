// A month: its sums by day and by whatever else is asked for, also as a file; or every exchange of it.

import { useLocation } from 'preact-iso'
import { sumsColumns } from '../../../../core/ledger/file-columns.ts'
import { accountPath } from '../../data/api.ts'
import { clientName, dayName, modelName, modeName, monthOf, withoutMode } from '../../data/format.ts'
import { zone } from '../../data/preferences.ts'
import { useResource } from '../../data/resource.ts'
import { serviceNow } from '../../data/service-clock.ts'
import type { ScreenProps, Usage, UsageRow } from '../../data/types.ts'
import { ColumnMeanings } from '../../parts/column-meanings.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Figure, Net } from '../../parts/figure.tsx'
import { KeyName } from '../../parts/key-name.tsx'
import { Failure, Skeleton } from '../../parts/notice.tsx'
import { Ledger } from './ledger.tsx'

const dimensions = [
  ['', 'Day'],
  ['key', 'Key'],
  ['model', 'Model'],
  ['mode', 'Mode'],
  ['client', 'Agent'],
] as const

const aDay = 86_400_000
/** As the service takes them: of the years 2000 to 2999. */
const monthPattern = String.raw`2\d{3}-(0[1-9]|1[0-2])`
const isMonth = (text: string): boolean => new RegExp(`^${monthPattern}$`).test(text)

const lastDay = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}

const labels: Readonly<Record<string, Column<UsageRow>>> = {
  key: { name: 'Key', cell: KeyName },
  model: { name: 'Model', cell: ({ model = '' }) => <span title={model}>{modelName(model)}</span> },
  mode: {
    name: 'Mode',
    isOurs: true,
    cell: ({ mode }) => <span title={mode === '-' ? withoutMode : undefined}>{modeName(mode)}</span>,
  },
  client: { name: 'Agent', isOurs: true, cell: ({ client }) => clientName(client) },
}

const number = (name: string, value: (row: UsageRow) => number): Column<UsageRow> => ({
  name,
  isNumber: true,
  cell: (row) => <Figure value={value(row)} />,
  order: value,
})

const columnsBy = (by: string): readonly Column<UsageRow>[] => [
  { name: 'Day', isWhole: true, cell: ({ day = '' }) => dayName(day), order: ({ day = '' }) => day },
  ...(labels[by] === undefined ? [] : [labels[by]]),
  number('Exchanges', (row) => row.exchanges),
  number('Tokens before', (row) => row.tokensBefore),
  number('Tokens after', (row) => row.tokensAfter),
  number('Output', (row) => row.outputTokens),
  number('Provider’s cache', (row) => row.providerCacheReadTokens),
  {
    name: 'Net',
    isNumber: true,
    cell: (row) => <Net value={row.net} isEstimate={row.estimatedExchanges > 0} />,
    order: (row) => row.net,
  },
]

const Totals = ({ account, month, by }: { readonly account: string; readonly month: string; readonly by: string }) => {
  // Told apart, days are those of UTC: a month of them, then.
  const [tz, dimensions] = by === '' ? [zone.value, 'day'] : ['UTC', `day,${by}`]
  const query = `?from=${month}-01&to=${lastDay(month)}&tz=${encodeURIComponent(tz)}&by=${dimensions}`
  const { data, error, reload } = useResource<Usage>(accountPath(account, `/usage${query}`))
  if (data === undefined) return error === undefined ? <Skeleton /> : <Failure error={error} retry={reload} />
  return (
    <section class="section">
      {error === undefined ? null : <Failure error={error} retry={reload} />}
      <header>
        <h2>
          Net <Net value={data.totals.net} isEstimate={data.totals.estimatedExchanges > 0} /> in{' '}
          <Figure value={data.totals.exchanges} /> {data.totals.exchanges === 1 ? 'exchange' : 'exchanges'}
        </h2>
        <a class="small" href={accountPath(account, `/usage.csv${query}`)} download>
          CSV
        </a>
      </header>
      <DataTable
        caption={`Usage in ${month}`}
        rows={[...data.rows].reverse()}
        keyOf={(row) => JSON.stringify([row.day, row.keyId, row.model, row.mode, row.client])}
        empty="There are no exchanges in this month."
        columns={columnsBy(by)}
      />
      <p class="small muted">
        Days in {data.zone}. <em>Tokens after</em>, <em>output</em> and <em>provider’s cache</em> are the provider’s own
        counts, where it has told any.
      </p>
      <ColumnMeanings columns={['day', ...(by === '' ? [] : [by]), ...sumsColumns]} />
    </section>
  )
}

export const UsageScreen = ({ account }: ScreenProps) => {
  const { path, query, route } = useLocation()
  const by = dimensions.find(([name]) => name === query.by)?.[0] ?? ''
  const isLedger = query.tab === 'ledger'
  const thisMonth = monthOf(serviceNow(), by === '' && !isLedger ? zone.value : 'UTC')
  const month = query.month !== undefined && isMonth(query.month) ? query.month : thisMonth
  const to = (change: Readonly<Record<string, string>>): string =>
    `${path}?${new URLSearchParams({ month, by, tab: isLedger ? 'ledger' : '', ...change })}`
  return (
    <>
      <div class="head">
        <h1>Usage</h1>
        <div>
          <nav class="range" aria-label="What is shown">
            <a href={to({ tab: '' })} aria-current={isLedger ? undefined : 'true'}>
              Totals
            </a>
            <a href={to({ tab: 'ledger' })} aria-current={isLedger ? 'true' : undefined}>
              Ledger
            </a>
          </nav>
          {isLedger ? null : (
            <select
              aria-label="Told apart by"
              value={by}
              onChange={(event) => route(to({ by: event.currentTarget.value }), true)}
            >
              {dimensions.map(([value, name]) => (
                <option key={value} value={value}>
                  {value === '' ? 'By day' : `By day and ${name.toLowerCase()}`}
                </option>
              ))}
            </select>
          )}
          {/* Firefox and Safari have no such field and take any text: what is no month is told, and not shown as another one. */}
          <input
            type="month"
            aria-label="Month"
            title="Year and month, such as 2026-11"
            placeholder="2026-11"
            pattern={monthPattern}
            value={month}
            min="2000-01"
            max={monthOf(serviceNow() + aDay, 'UTC')}
            onChange={({ currentTarget: field }) => {
              if (field.reportValidity()) route(to({ month: field.value }), true)
            }}
          />
        </div>
      </div>
      {isLedger ? (
        <Ledger account={account.id} month={month} key={month} />
      ) : (
        <Totals account={account.id} month={month} by={by} />
      )}
    </>
  )
}
