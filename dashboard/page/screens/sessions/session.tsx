// One session: its net, how it came about, and every exchange of it.

import { inHundredths } from '../../../../core/ledger/effective.ts'
import { Bars } from '../../charts/bars.tsx'
import { Line } from '../../charts/line.tsx'
import { accountPath } from '../../data/api.ts'
import { barsOf, netOf } from '../../data/exchange-bars.ts'
import { clientName, modelsOf, moment } from '../../data/format.ts'
import { useOlder } from '../../data/older.ts'
import { zone } from '../../data/preferences.ts'
import { useResource } from '../../data/resource.ts'
import { serviceNow } from '../../data/service-clock.ts'
import type { Exchange, Exchanges, ScreenProps, Session } from '../../data/types.ts'
import { CopyButton } from '../../parts/copy.tsx'
import { Figure, HeroFigure, NetSentence } from '../../parts/figure.tsx'
import { LastFigures } from '../../parts/last-figures.tsx'
import { Failure, Skeleton } from '../../parts/notice.tsx'
import { OlderButton } from '../../parts/older.tsx'
import { OwnCache } from '../../parts/own-cache.tsx'
import { CsvDownload } from '../exchanges/csv-download.tsx'
import { ExchangeTable } from '../exchanges/exchange-table.tsx'

const running = (exchanges: readonly Exchange[]): number[] => {
  let sum = 0
  return exchanges.map((exchange) => {
    sum = inHundredths(sum + netOf(exchange))
    return sum
  })
}

export const SessionScreen = ({ account, id }: ScreenProps & { readonly id: string }) => {
  const path = accountPath(account.id, `/sessions/${encodeURIComponent(id)}`)
  const { data, error, reload } = useResource<Session>(path, 10)
  const newest = useResource<Exchanges>(`${path}/exchanges?limit=300`, 10)
  const older = useOlder<Exchanges, Exchange>({
    path: `${path}/exchanges`,
    first: newest.data,
    pathOf: (cursor) => `${path}/exchanges?limit=300&cursor=${cursor}`,
    entriesOf: (page) => page.exchanges,
    idOf: ({ exchangeId }) => exchangeId,
  })
  const exchanges = older.entries
  const inOrder = [...exchanges].reverse()
  const toAll = (
    <a class="button" href={`/accounts/${account.id}/sessions`}>
      All sessions
    </a>
  )
  const failure =
    error === undefined ? null : (
      <Failure error={error} retry={reload} {...(error.status === 404 ? { onward: toAll } : {})} />
    )
  if (data === undefined)
    return (
      <>
        <h1>Session</h1>
        {failure ?? <Skeleton />}
      </>
    )
  return (
    <>
      {failure}
      <div class="head">
        <h1>Session</h1>
        <div>
          <code class="small muted">{data.id}</code>
          <CopyButton text={data.id} label="Copy id" />
        </div>
      </div>
      <LastFigures error={error}>
        <section class="hero" aria-label="Net of the session">
          <h2 class="muted">Net saved</h2>
          <HeroFigure sums={data} />
          <NetSentence sums={data} />
        </section>
        <dl class="facts">
          <div>
            <dt>Agent</dt>
            <dd>{clientName(data.client)}</dd>
          </div>
          <div>
            <dt>Models</dt>
            <dd>{modelsOf(data)}</dd>
          </div>
          <div>
            <dt>Exchanges</dt>
            <dd>
              <Figure value={data.exchanges} />
            </dd>
          </div>
          <div>
            <dt>From</dt>
            <dd>{moment(data.startedAt, zone.value, serviceNow())}</dd>
          </div>
          <div>
            <dt>To</dt>
            <dd>{moment(data.lastAt, zone.value, serviceNow())}</dd>
          </div>
          <div>
            <dt>Cached again</dt>
            <dd>
              <Figure value={data.cacheRewriteTokens} />
            </dd>
            <dd class="small muted">tokens, because of us</dd>
          </div>
          <OwnCache tokens={data.providerCacheReadTokens} />
        </dl>
      </LastFigures>
      {inOrder.length < 2 ? null : inOrder.every((exchange) => netOf(exchange) === 0) ? (
        <p class="muted">No exchange of this session was made cheaper, and none cost more.</p>
      ) : (
        <LastFigures error={newest.error}>
          <section class="section">
            <header>
              <h2>Running net</h2>
              {older.hasMore ? <span class="small muted">the newest {inOrder.length} exchanges</span> : null}
            </header>
            <Line label="Running net of the session" values={running(inOrder)} />
            <header>
              <h2>Per exchange</h2>
              {data.cacheRewriteTokens === 0 ? null : (
                <span class="small muted">
                  <span class="cost">●</span> the provider had to cache again because of us
                </span>
              )}
            </header>
            <Bars label="Net per exchange" bars={barsOf(inOrder)} height={160} />
          </section>
        </LastFigures>
      )}
      <section class="section">
        <header>
          <h2>Exchanges</h2>
        </header>
        <CsvDownload path={`${path}/exchanges.csv?`} fileName={`${account.id}-${data.id}.csv`} counted="exchanges" />
        {newest.error === undefined ? null : <Failure error={newest.error} retry={newest.reload} />}
        {newest.data !== undefined ? (
          <LastFigures error={newest.error}>
            <ExchangeTable exchanges={exchanges} />
          </LastFigures>
        ) : newest.error === undefined ? (
          <Skeleton />
        ) : null}
        <OlderButton older={older} />
      </section>
    </>
  )
}
