// The figures that people and machines read as text are those of the receipts too: lines of a terminal, of a log, of metrics.

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { embeddedMetrics } from '../../../adapters/telemetry/metrics.ts'
import { lessOrMore } from '../../../cli/terminal/figures.ts'
import type { Receipt } from '../../../core/ledger/receipt.ts'
import { exchangeMetrics } from '../../../core/metrics/exchange-metrics.ts'
import { prometheusText } from '../../../core/metrics/prometheus.ts'
import { metricSums } from '../../../core/metrics/sums.ts'
import { exchangeLine } from '../../../local/exchange-lines.ts'
import { type Figures, figuresOf, moneyOf, type Name, netOf } from './oracle.ts'
import { played, sessionIds } from './receipts.ts'
import { wrongWith, wrongWithShare } from './shown.ts'
import { rebuilt } from './sums-of.ts'
import { openDashboard, openOperator, pricesOf } from './told.ts'

const runs = { numRuns: 15 }
const prices = { 'claude-sonnet': 3, 'gpt-5.4': 0.000_001, claude: 15 }

const of = (receipts: readonly Receipt[], accountId: string): readonly Receipt[] =>
  receipts.filter((receipt) => receipt.accountId === accountId)

const value = (figures: Figures, name: Name): number => Number(figures[name]) / 100

/** A net of the command line: whether it says that it is in part an estimate, and without that. */
const readNet = (net = '', figures: Figures): string => {
  expect(net.startsWith('~'), net).toBe(value(figures, 'estimatedExchanges') > 0)
  return net.replace('~', '')
}

/** The texts of a line of figures, each with what it stands for. */
const expectShown = (where: string, shown: readonly (readonly [text: string | undefined, value: number])[]): void =>
  expect(
    shown.flatMap(([text = '', expected]) => wrongWith(text, expected) ?? []),
    where,
  ).toEqual([])

const shareOf = (part: number, all: number): number => (all === 0 ? 0 : (part / all) * 100)

/** `31 % less`, `2.0 % more`, `nothing saved`. */
const expectShare = (where: string, text: string, figures: Figures): void => {
  const [net, before] = [value(figures, 'net'), value(figures, 'effectiveBefore')]
  if (net === 0) {
    expect(text, where).toBe('nothing saved')
    return
  }
  if (before === 0) {
    expect(text, where).toBe('cost more')
    return
  }
  const [, share = '', word] = /^(.+ %) (less|more)$/.exec(text) ?? []
  expect(word, `${where}: ${text}`).toBe(net > 0 ? 'less' : 'more')
  expect(wrongWithShare(share, Math.abs(shareOf(net, before))), where).toBeUndefined()
}

describe('the command line', () => {
  it('prints each day, the days in all, and each session', async () => {
    await fc.assert(
      fc.asyncProperty(played(), async (one) => {
        const own = of(one.receipts, 'acme')
        const { commandLine } = await openDashboard(one, await rebuilt(one), {})
        const days = Map.groupBy(own, ({ receivedAt }) => receivedAt.slice(0, 10))
        const printed = (await commandLine('UTC', 'savings', '--since', '7d')).split('\n')
        if (own.length === 0) {
          expect(printed[0]).toBe('Nothing was sent in the last 7 days.')
          return
        }
        for (const [name, its] of [...days, ['in all', own] as const]) {
          const line = printed.find((text) => text.startsWith(`${name} `)) ?? ''
          const [requests, before, after, gained, givenBack, net, share = ''] = line
            .slice(name.length)
            .trim()
            .split(/ {2,}/)
          const figures = figuresOf(its)
          expect(requests).toBe(String(its.length))
          expectShown(line, [
            [before, value(figures, 'tokensBefore')],
            [after, value(figures, 'tokensAfter')],
            [gained, value(figures, 'gained')],
            [givenBack, -value(figures, 'givenBack')],
            [readNet(net, figures), value(figures, 'net')],
          ])
          expectShare(line, share, figures)
        }
        for (const id of sessionIds) {
          const its = own.filter(({ sessionId }) => sessionId === id)
          if (its.length === 0) continue
          const figures = figuresOf(its)
          const [first = '', second = ''] = (await commandLine('UTC', 'savings', '--session', id)).split('\n')
          const [, requests, before, after, share = ''] =
            /: (\d+) requests?, (\S+) → (\S+) tokens, (.+?)(?: in effective tokens)?$/.exec(first) ?? []
          const [, net, gained, givenBack] = /^net (\S+) = (\S+) saved − (\S+) given back$/.exec(second) ?? []
          expect(requests).toBe(String(its.length))
          expectShown(`${first}\n${second}`, [
            [before, value(figures, 'tokensBefore')],
            [after, value(figures, 'tokensAfter')],
            [readNet(net, figures), value(figures, 'net')],
            [gained, value(figures, 'gained')],
            [givenBack, value(figures, 'givenBack')],
          ])
          expectShare(first, share, figures)
          const sums = { net: value(figures, 'net'), effectiveBefore: value(figures, 'effectiveBefore') }
          expect(lessOrMore(sums), 'the status line').toBe(share)
        }
      }),
      runs,
    )
  })
})

describe('the operator’s commands', () => {
  it('print totals and money', async () => {
    await fc.assert(
      fc.asyncProperty(played(), async (one) => {
        const operator = openOperator(one, await rebuilt(one), prices)
        for (const month of new Set(one.receipts.map(({ receivedAt }) => receivedAt.slice(0, 7)))) {
          const own = of(one.receipts, 'acme').filter(({ receivedAt }) => receivedAt.startsWith(month))
          if (own.length === 0) continue
          const figures = figuresOf(own)
          const money = moneyOf(own, pricesOf('acme', prices))
          for (const words of ['savings', 'ledger']) {
            const { text } = await operator(words, 'acme', { month })
            const fact = (name: string): string => new RegExp(`^${name} +(.*)$`, 'm').exec(text)?.[1] ?? ''
            const change = (name: string, before: Name, after: Name): void => {
              const [, from, to, share = ''] = /^(\S+) → (\S+) {2}\((.+)\)$/.exec(fact(name)) ?? []
              expectShown(fact(name), [
                [from, value(figures, before)],
                [to, value(figures, after)],
              ])
              const change = value(figures, after) - value(figures, before)
              expect(wrongWithShare(share, shareOf(change, value(figures, before)))).toBeUndefined()
            }
            expect(fact('requests')).toMatch(new RegExp(`^${own.length}(,|$)`))
            change('input tokens', 'tokensBefore', 'tokensAfter')
            change('as they are charged', 'effectiveBefore', 'effectiveAfter')
            const [dollars, ...without] = fact('saved').split(', without ')
            expectShown(fact('saved'), [[dollars, money.dollars]])
            expect(without.length).toBe(money.unpriced.length === 0 ? 0 : 1)
            if (figures.observedTokens > 0n)
              expectShown(text, [[fact('observed only').split(' ')[0], value(figures, 'observedTokens')]])
          }
        }
      }),
      runs,
    )
  })
})

describe('a service on one machine', () => {
  it('prints what each exchange was shortened by', () => {
    fc.assert(
      fc.property(played(), ({ receipts }) => {
        for (const receipt of receipts) {
          const { tokensBefore: before = 0, tokensAfter: after = 0, outcome, tokensSaved, reason } = receipt
          const line = exchangeLine(JSON.stringify({ message: 'exchange', receipt }))?.replaceAll(/\s+/g, ' ') ?? ''
          const [, from, to, share = ''] = / (\S+) → (\S+) tokens? (.+)$/.exec(line) ?? []
          expect(from !== undefined, line).toBe(before > after)
          if (before > after) {
            expectShown(line, [
              [from, before],
              [to, after],
            ])
            expect(wrongWithShare(share, ((after - before) / before) * 100)).toBeUndefined()
          } else if (outcome === 'observed' && reason === undefined)
            expectShown(line, [[/observed: (\S+) could go/.exec(line)?.[1], tokensSaved]])
        }
      }),
      runs,
    )
  })

  it('counts for machines what the ledger has', () => {
    fc.assert(
      fc.property(played(), ({ receipts }) => {
        const sums = metricSums()
        const lines: string[] = []
        const embedded = embeddedMetrics({ service: 's', now: () => 0, write: (line) => void lines.push(line) })
        for (const receipt of receipts) for (const { measure } of [sums, embedded]) measure(exchangeMetrics(receipt))
        embedded.flush()
        const text = prometheusText(sums.all(), {})
        const figures = figuresOf(receipts)
        const failed = BigInt(figures.outcomes['failed-open'] ?? 0) * 100n
        const counted: Readonly<Record<string, bigint>> = {
          Requests: figures.exchanges,
          InputTokensBefore: figures.tokensBefore,
          InputTokensAfter: figures.tokensAfter,
          TokensSaved: figures.tokensBefore - figures.tokensAfter,
          EffectiveTokensSaved: figures.net,
          TokensObserved: figures.observedTokens,
          CacheRewriteTokens: figures.cacheRewriteTokens,
          FailedOpen: failed,
        }
        const nets = lines.flatMap((line) => JSON.parse(line).EffectiveTokensSaved ?? [])
        const own = receipts.filter(({ effectiveTokensAfter }) => effectiveTokensAfter !== undefined)
        expect(nets).toEqual(own.map((receipt) => Number(netOf(receipt)) / 100))
        for (const [name, expected] of Object.entries(counted)) {
          const snake = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
          const told = Number(new RegExp(`^context_compaction${snake}(?:_total)? (\\S+)$`, 'm').exec(text)?.[1] ?? 0)
          expect(told, name).toBeCloseTo(Number(expected) / 100, 2)
          const values = lines.flatMap((line) => JSON.parse(line)[name] ?? [])
          expect(
            values.reduce((sum, one) => sum + one, 0),
            `embedded ${name}`,
          ).toBeCloseTo(Number(expected) / 100, 2)
        }
      }),
      runs,
    )
  })
})
