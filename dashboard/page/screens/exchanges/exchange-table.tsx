// Exchanges of a session or of a month, each with its receipt.

import { reasonInWords } from '../../../../core/ledger/reasons.ts'
import { netOf } from '../../data/exchange-bars.ts'
import { exchangeName, modelName, outcomeName, second, whyNothing } from '../../data/format.ts'
import { zone } from '../../data/preferences.ts'
import { serviceNow } from '../../data/service-clock.ts'
import type { Exchange } from '../../data/types.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { Figure, Net } from '../../parts/figure.tsx'
import { Receipt } from './receipt.tsx'

/** With `account`, each leads to its session. */
export const ExchangeTable = ({
  exchanges,
  account,
}: {
  readonly exchanges: readonly Exchange[]
  readonly account?: string
}) => (
  <>
    <DataTable
      caption="Exchanges, newest first"
      rows={exchanges}
      keyOf={({ exchangeId }) => exchangeId}
      empty="There are no exchanges."
      detail={{
        name: 'Receipt',
        of: ({ receivedAt }) => second(receivedAt, zone.value, serviceNow()),
        cell: (exchange) => <Receipt exchange={exchange} />,
      }}
      columns={[
        {
          name: 'Time',
          isWhole: true,
          cell: ({ receivedAt, sessionId }) =>
            account === undefined || sessionId === undefined ? (
              second(receivedAt, zone.value, serviceNow())
            ) : (
              <a href={`/accounts/${account}/sessions/${sessionId}`}>{second(receivedAt, zone.value, serviceNow())}</a>
            ),
          order: ({ exchangeId }) => exchangeId,
        },
        {
          name: 'Model',
          isName: true,
          cell: ({ model }) => <span title={model}>{modelName(model)}</span>,
        },
        {
          name: 'Outcome',
          cell: (exchange) => {
            const { reason, status } = exchange
            return (
              <>
                {exchangeName(exchange)}
                {status < 400 ? null : <span class="muted small"> answered with {status}</span>}
                {reason === undefined ? null : <span class="muted small"> {reasonInWords(reason)}</span>}
              </>
            )
          },
        },
        {
          name: 'Before',
          isNumber: true,
          cell: ({ tokensBefore, estimated }) =>
            tokensBefore === undefined ? '–' : <Figure value={tokensBefore} isEstimate={estimated} />,
          order: (one) => one.tokensBefore ?? 0,
        },
        {
          name: 'After',
          isNumber: true,
          cell: ({ tokensAfter, estimated }) =>
            tokensAfter === undefined ? '–' : <Figure value={tokensAfter} isEstimate={estimated} />,
          order: (one) => one.tokensAfter ?? 0,
        },
        {
          name: 'Net',
          isNumber: true,
          cell: (exchange) => <Net value={netOf(exchange)} isEstimate={exchange.estimated} />,
          order: netOf,
        },
      ]}
    />{' '}
    {[...new Set(exchanges.flatMap((one) => whyNothing(one) ?? []))].map((why) => (
      <p class="small muted" key={why}>
        <em>{outcomeName('verbatim')}</em> without a reason: {why}
      </p>
    ))}
  </>
)
