// The same net by model and by key.

import type { ComponentChildren } from 'preact'
import { inHundredths } from '../../../../core/ledger/effective.ts'
import { modelName, percent } from '../../data/format.ts'
import { heaviest } from '../../data/heaviest.ts'
import { type Resource, useResource } from '../../data/resource.ts'
import { type Span, usageOfSpan } from '../../data/span.ts'
import type { AccountEntry, Usage, UsageRow } from '../../data/types.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { Figure, Net } from '../../parts/figure.tsx'
import { KeyName } from '../../parts/key-name.tsx'
import { LastFigures } from '../../parts/last-figures.tsx'
import { Failure, Skeleton } from '../../parts/notice.tsx'

interface BreakdownProps {
  readonly account: AccountEntry
  readonly span: Span
  /** Seconds after which it is asked again, with the figures that stand beside it. */
  readonly every: number
  readonly money: (rows: readonly UsageRow[]) => ComponentChildren
}

const columns = (name: string, label: (row: UsageRow) => ComponentChildren) => [
  { name, cell: label },
  {
    name: 'Exchanges',
    isNumber: true,
    cell: (row: UsageRow) => <Figure value={row.exchanges} />,
    order: (row: UsageRow) => row.exchanges,
  },
  {
    name: 'Net',
    isNumber: true,
    cell: (row: UsageRow) => <Net value={row.net} isEstimate={row.estimatedExchanges > 0} />,
    order: (row: UsageRow) => row.net,
  },
  {
    name: 'Of its effective tokens',
    isNumber: true,
    cell: (row: UsageRow) => percent(row.net, row.effectiveBefore),
    order: (row: UsageRow) => row.net / (row.effectiveBefore || 1),
  },
]

interface NetsProps {
  readonly name: string
  readonly usage: Resource<Usage>
  readonly keyOf: (row: UsageRow) => string
  readonly label: (row: UsageRow) => ComponentChildren
  /** Where all of them stand. */
  readonly all: string
}

const Nets = ({ name, usage: { data, error, reload }, keyOf, label, all }: NetsProps) => {
  if (data === undefined) return error === undefined ? <Skeleton /> : <Failure error={error} retry={reload} />
  const { rows } = data
  const { rows: shown, leftOut } = heaviest(rows)
  return (
    <>
      {error === undefined ? null : <Failure error={error} retry={reload} />}
      <LastFigures error={error}>
        <DataTable
          caption={`Net by ${name.toLowerCase()}`}
          rows={shown}
          keyOf={keyOf}
          empty="There are no exchanges."
          columns={columns(name, label)}
        />
        {leftOut.length === 0 ? null : (
          <p class="small muted">
            {leftOut.length} more with a net of{' '}
            <Net
              value={inHundredths(leftOut.reduce((sum, { net }) => sum + net, 0))}
              isEstimate={leftOut.some(({ estimatedExchanges }) => estimatedExchanges > 0)}
            />
            , by day in <a href={all}>Usage</a>.
          </p>
        )}
      </LastFigures>
    </>
  )
}

export const Breakdown = ({ account, span, every, money }: BreakdownProps) => {
  const usageBy = (by: string): string => `/accounts/${account.id}/usage?by=${by}`
  const models = useResource<Usage>(usageOfSpan(account.id, span, 'model'), every)
  const keys = useResource<Usage>(usageOfSpan(account.id, span, 'key'), every)
  const ofUtc = span.isWider ? <span class="small muted">whole days of UTC</span> : null
  return (
    <div class="columns">
      <section class="section">
        <header>
          <h2>By model</h2>
          {ofUtc}
          {models.data === undefined ? null : money(models.data.rows)}
        </header>
        <Nets
          name="Model"
          usage={models}
          keyOf={({ model = '' }) => model}
          label={({ model = '' }) => <span title={model}>{modelName(model)}</span>}
          all={usageBy('model')}
        />
      </section>
      <section class="section">
        <header>
          <h2>By key</h2>
          {ofUtc}
        </header>
        <Nets name="Key" usage={keys} keyOf={({ keyId = '' }) => keyId} label={KeyName} all={usageBy('key')} />
      </section>
    </div>
  )
}
