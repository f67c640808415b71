// Every exchange of a month, page by page; and all of them as one file.

import { accountPath } from '../../data/api.ts'
import { useOlder } from '../../data/older.ts'
import { zone } from '../../data/preferences.ts'
import { useResource } from '../../data/resource.ts'
import type { Exchange, Exchanges } from '../../data/types.ts'
import { Failure, Skeleton } from '../../parts/notice.tsx'
import { OlderButton } from '../../parts/older.tsx'
import { CsvDownload } from '../exchanges/csv-download.tsx'
import { ExchangeTable } from '../exchanges/exchange-table.tsx'

export const Ledger = ({ account, month }: { readonly account: string; readonly month: string }) => {
  const path = accountPath(account, `/ledger?month=${month}`)
  const { data, error, reload } = useResource<Exchanges>(path)
  const older = useOlder<Exchanges, Exchange>({
    path,
    first: data,
    pathOf: (cursor) => `${path}&cursor=${cursor}`,
    entriesOf: (page) => page.exchanges,
    idOf: ({ exchangeId }) => exchangeId,
  })
  if (data === undefined) return error === undefined ? <Skeleton /> : <Failure error={error} retry={reload} />
  return (
    <section class="section">
      <header>
        <h2>Every exchange</h2>
        {zone.value === 'UTC' ? null : <span class="small muted">of the month of UTC, in your time</span>}
      </header>
      <CsvDownload
        path={accountPath(account, `/ledger.csv?month=${month}`)}
        fileName={`${account}-${month}.csv`}
        counted="exchanges"
        beyond={
          <p class="small muted">
            A month of any size is written by your operator:{' '}
            <code>npm run -s operator -- ledger export --month {month} --to DIR</code>
          </p>
        }
      />
      <ExchangeTable account={account} exchanges={older.entries} />
      <OlderButton older={older} />
    </section>
  )
}
