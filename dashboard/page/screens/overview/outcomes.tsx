// What became of the exchanges, counted together, and why.

import { reasonInWords } from '../../../../core/ledger/reasons.ts'
import { outcomes } from '../../../../core/ledger/receipt.ts'
import { exact, outcomeName, percent } from '../../data/format.ts'
import type { NetSums } from '../../data/types.ts'
import { Figure } from '../../parts/figure.tsx'
import { OwnCache } from '../../parts/own-cache.tsx'

/** Sums list them as they came. What a newer version has noted comes last. */
const inOrder = (counts: NetSums['outcomes']): readonly (readonly [string, number])[] => {
  const known: readonly string[] = outcomes
  const placeOf = (outcome: string): number => (known.includes(outcome) ? known.indexOf(outcome) : known.length)
  return Object.entries(counts).toSorted(([one], [other]) => placeOf(one) - placeOf(other))
}

export const Outcomes = ({ totals }: { readonly totals: NetSums }) => (
  <section class="section">
    <header>
      <h2>What became of the exchanges</h2>
      <span class="small muted">{exact(totals.exchanges)} in all</span>
    </header>
    <dl class="facts">
      <div>
        <dt>Effective tokens before</dt>
        <dd>
          <Figure value={totals.effectiveBefore} />
        </dd>
      </div>
      <div>
        <dt>Effective tokens after</dt>
        <dd>
          <Figure value={totals.effectiveAfter} />
        </dd>
      </div>
      {inOrder(totals.outcomes).map(([outcome, count]) => (
        <div key={outcome}>
          <dt>{outcomeName(outcome)}</dt>
          <dd>
            <Figure value={count} /> <span class="small muted">{percent(count, totals.exchanges)}</span>
          </dd>
        </div>
      ))}
      <OwnCache tokens={totals.providerCacheReadTokens} />
      <div>
        <dt>Estimated</dt>
        <dd>
          {percent(totals.estimatedExchanges, totals.exchanges)} <span class="small muted">of the exchanges</span>
        </dd>
      </div>
    </dl>
    {'verbatim' in totals.outcomes ? (
      <p class="small muted">
        <em>{outcomeName('verbatim')}</em>: nothing was to go, a reason kept them whole, compaction was off, or they
        were passed through or refused.
      </p>
    ) : null}
  </section>
)

/** Why exchanges ended as they did, a line for each reason; nothing where none of them has one. */
export const Reasons = ({ totals }: { readonly totals: NetSums }) => {
  const reasons = Object.entries(totals.reasons)
  return reasons.length === 0 ? null : (
    <section class="section">
      <header>
        <h2>Reasons</h2>
      </header>
      {reasons.map(([reason, count]) => (
        <p class="small" key={reason}>
          {exact(count)} × {reasonInWords(reason)}
        </p>
      ))}
    </section>
  )
}
