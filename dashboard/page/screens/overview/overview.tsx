// What an account saved: one figure, how it came about, and where.

import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { moneyOf } from '../../../../core/savings/money.ts'
import { counted } from '../../../../core/text/counted.ts'
import { accountPath } from '../../data/api.ts'
import { clock, dollars, modelName } from '../../data/format.ts'
import { zone } from '../../data/preferences.ts'
import { useResource } from '../../data/resource.ts'
import { spanOf } from '../../data/span.ts'
import type { Overview, ScreenProps, Sessions, UsageRow } from '../../data/types.ts'
import { HeroFigure, NetSentence } from '../../parts/figure.tsx'
import { LastFigures } from '../../parts/last-figures.tsx'
import { Failure, Skeleton } from '../../parts/notice.tsx'
import { FirstSteps, NoApiAccess, Observing } from '../first-steps/first-steps.tsx'
import { SessionTable } from '../sessions/sessions.tsx'
import { Breakdown } from './breakdown.tsx'
import { Outcomes, Reasons } from './outcomes.tsx'
import { SpanChart } from './span-chart.tsx'

const ranges = [1, 7, 30, 90] as const

/** How often figures are asked for again, in seconds: sooner while somebody waits for the first. */
const [usually, atFirst] = [10, 5]

/** Money, where the account says what it pays. Models without a price are left out, and that is said. */
const Money = ({ rows, prices }: { readonly rows: readonly UsageRow[]; readonly prices: Overview['prices'] }) => {
  if (Object.keys(prices).length === 0) return null
  const { dollars: sum, unpriced } = moneyOf(
    rows.map(({ model = '-', net }) => ({ model, net })),
    prices,
  )
  const without = counted(unpriced.length, 'model that has', 'models that have')
  return (
    <p class="small muted" title={unpriced.map(modelName).join(', ')}>
      {dollars(sum)} at your prices
      {unpriced.length === 0 ? '' : `, without ${without} none`}
    </p>
  )
}

const Hero = ({ data }: { readonly data: Overview }) => (
  <section class="hero" aria-label="Net saved">
    <h2 class="muted">Net saved</h2>
    <HeroFigure sums={data.totals} />
    <NetSentence sums={data.totals} />
  </section>
)

const Range = ({ days, base }: { readonly days: number; readonly base: string }) => (
  <nav class="range" aria-label="Range">
    {ranges.map((one) => (
      <a key={one} href={`${base}?days=${one}`} aria-current={one === days ? 'true' : undefined}>
        {one === 1 ? '24 hours' : counted(one, 'day')}
      </a>
    ))}
  </nav>
)

/**
 * Whether nothing was sent in the longest range either: exchanges without a session stand in the sums alone. `undefined` until that is
 * known. What cannot be had is not taken for nothing.
 */
const useIsNew = (account: string, isEmpty: boolean, days: number): boolean | undefined => {
  const longest = Math.max(...ranges)
  const isAsked = isEmpty && days !== longest
  const path = isAsked ? accountPath(account, `/overview?days=${longest}`) : undefined
  const { data, error } = useResource<Overview>(path)
  if (!isAsked) return isEmpty
  return data === undefined && error === undefined ? undefined : data?.totals.exchanges === 0
}

export const OverviewScreen = ({ me, account, reloadMe }: ScreenProps) => {
  const { query } = useLocation()
  const days = ranges.find((one) => String(one) === query.days) ?? 30
  const base = `/accounts/${account.id}`
  const tz = encodeURIComponent(zone.value)
  const span = days === 1 ? 'hours=24' : `days=${days}`
  const [isWaiting, setWaiting] = useState(false)
  const every = isWaiting ? atFirst : usually
  const overview = useResource<Overview>(accountPath(account.id, `/overview?${span}&tz=${tz}`), every)
  const sessions = useResource<Sessions>(accountPath(account.id, '/sessions'), every)
  const { data, error, reload } = overview
  const isEmpty = data?.totals.exchanges === 0 && sessions.data?.sessions.length === 0
  const isNew = useIsNew(account.id, isEmpty, days)
  useEffect(() => setWaiting(isNew === true), [isNew])
  const head = (
    <div class="head">
      <h1>Overview</h1>
      <div>
        {data === undefined ? null : <span class="small muted">as of {clock(data.asOf, zone.value)}</span>}
        {isNew !== false ? null : <Range days={days} base={base} />}
      </div>
    </div>
  )
  if (data === undefined)
    return (
      <>
        {head}
        {error === undefined ? <Skeleton /> : <Failure error={error} retry={reload} />}
      </>
    )
  return (
    <>
      {head}
      {error === undefined ? null : <Failure error={error} retry={reload} />}
      {account.kind === 'organization' && !account.apiAccess ? <NoApiAccess account={account} me={me} /> : null}
      {data.mode === 'observe' ? (
        <Observing
          account={account}
          totals={data.totals}
          span={spanOf(data)}
          changed={() => {
            reload()
            reloadMe()
          }}
        />
      ) : null}
      {isNew === undefined ? (
        <Skeleton />
      ) : isNew ? (
        <FirstSteps account={account} me={me} />
      ) : (
        <LastFigures error={error}>
          <Hero data={data} />
          <SpanChart data={data} />
          <Outcomes totals={data.totals} />
          <Breakdown
            account={account}
            span={spanOf(data)}
            every={every}
            money={(rows) => <Money rows={rows} prices={data.prices} />}
          />
          <section class="section">
            <header>
              <h2>Latest sessions</h2>
              <a class="small" href={`${base}/sessions`}>
                All sessions
              </a>
            </header>
            {sessions.error === undefined ? null : <Failure error={sessions.error} retry={sessions.reload} />}
            {sessions.data !== undefined ? (
              <LastFigures error={sessions.error}>
                <SessionTable account={account} sessions={sessions.data.sessions.slice(0, 5)} />
              </LastFigures>
            ) : sessions.error === undefined ? (
              <Skeleton />
            ) : null}
          </section>
          <Reasons totals={data.totals} />
        </LastFigures>
      )}
    </>
  )
}
