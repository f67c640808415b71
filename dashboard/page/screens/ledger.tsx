// Every exchange of a month, page by page; and all of them as one file.

import { useState } from 'preact/hooks'
import { accountPath, ask } from '../data/api.ts'
import { useResource } from '../data/resource.ts'
import type { Exchanges } from '../data/types.ts'
import { Failure, Skeleton } from '../parts/notice.tsx'
import { LedgerDownload } from './ledger-download.tsx'
import { ExchangeTable } from './session.tsx'

export const Ledger = ({ account, month }: { readonly account: string; readonly month: string }) => {
  const path = accountPath(account, `/ledger?month=${month}`)
  const { data, error, reload } = useResource<Exchanges>(path)
  const [older, setOlder] = useState<readonly Exchanges[]>([])
  const next = (older.at(-1) ?? data)?.next
  if (data === undefined) return error === undefined ? <Skeleton /> : <Failure error={error} retry={reload} />
  return (
    <section class="section">
      <header>
        <h2>Every exchange</h2>
      </header>
      <LedgerDownload account={account} month={month} />
      <ExchangeTable account={account} exchanges={[data, ...older].flatMap(({ exchanges }) => exchanges)} />
      {next === undefined ? null : (
        <div>
          <button
            type="button"
            onClick={async () => setOlder([...older, await ask<Exchanges>(`${path}&cursor=${next}`)])}
          >
            Older
          </button>
        </div>
      )}
    </section>
  )
}
