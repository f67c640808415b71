// docs/plan.md says what the code does: the names, numbers and titles of each rule stand in the files that it names, and its example
// is what the code reckons. docs/architecture.md names files that there are, and shows all rooms.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { anthropicPrices, cachePricesOf, openaiPrices } from '../core/caches/rows.ts'
import {
  bestMove,
  horizonRequests,
  lossOf,
  maxDebtShare,
  roomOf,
  unknownBalance,
} from '../core/chain/move/warm-move.ts'

const root = resolve(import.meta.dirname, '..')
const onOneLine = (text: string): string => text.replace(/\s+/g, ' ')
const sourceOf = (path: string): string => onOneLine(readFileSync(join(root, path), 'utf8'))
const page = readFileSync(join(root, 'docs/plan.md'), 'utf8')

/** The rules of a page: bullets that begin with a sentence in bold, each with a line of its own below it that says what holds it. */
const rulesIn = (text: string): string[] =>
  [...text.matchAll(/^- \*\*[\s\S]*?(?=\n- |\n\n|\s*(?![\s\S]))/gm)].map(([rule]) => rule)

const spansIn = (rule: string): string[] => [...rule.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span)
const isPath = (span: string): boolean => /^(core|test)\/\S+\.ts$/.test(span)

/** Whether a source says this, and not merely something that begins or ends with it. */
const says = (source: string, words: string): boolean => {
  const escaped = words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`(?<!\\w)${escaped}(?!\\w|\\.\\d)`).test(source)
}

/** What a rule names and no file of it has. */
const faultsOf = (rule: string): string[] => {
  const [told = '', held = ''] = rule.split(/\n {2}- (?=`)/).map(onOneLine)
  const spans = spansIn(`${told} ${held}`)
  const paths = spansIn(held).filter(isPath)
  const missing = paths.filter((path) => !existsSync(join(root, path)))
  if (missing.length > 0) return missing
  const [code, tests] = ['core/', 'test/'].map((folder) =>
    paths.filter((path) => path.startsWith(folder)).map(sourceOf),
  )
  const unsaid = spans.filter((span) => !isPath(span) && !code?.some((source) => says(source, span)))
  const titles = [...held.replace(/`[^`]+`/g, '').matchAll(/\*([^*]+)\*/g)].map(([, title = '']) => title)
  const untested = titles.filter((title) => !tests?.some((source) => source.includes(title)))
  const none = [
    ...(code?.length === 0 ? ['no code'] : []),
    ...(tests?.length === 0 ? ['no test'] : []),
    ...(/\[\d{4}\]/.test(held) ? [] : ['no decision']),
  ]
  return [...unsaid, ...untested, ...none]
}

describe('docs/plan.md', () => {
  const rules = rulesIn(page)

  it('has rules', () => {
    expect(rules.length).toBeGreaterThan(40)
  })

  it.each(rules.map((rule) => [rule.match(/\*\*(.*?)\*\*/)?.[1], rule]))(
    'names what the sources have: %s',
    (_name, rule = '') => {
      expect(faultsOf(rule)).toEqual([])
    },
  )

  it('finds what no source has', () => {
    const rule =
      '- **A rule** that never was.\n  - `core/chain/move/floor.ts`: `leastShareOfStep = 0.99` · *no such title*'
    expect(faultsOf(rule)).toEqual(['leastShareOfStep = 0.99', 'no such title', 'no test', 'no decision'])
    expect(faultsOf('- **A rule** without a line of its own.')).toEqual(['no code', 'no test', 'no decision'])
  })

  it('says once where each decision stands that it names, and of no other', () => {
    const named = [...page.matchAll(/\[(\d{4})\](?!:)/g)].map(([, number = '']) => number)
    const placed = [...page.matchAll(/^\[(\d{4})\]: (\S+)$/gm)]
    expect(placed.map(([, number]) => number)).toEqual([...new Set(named)].sort())
    const lost = placed.filter(
      ([, number, path = '']) => !existsSync(join(root, 'docs', path)) || !path.includes(`/${number}-`),
    )
    expect(lost).toEqual([])
  })
})

describe('docs/architecture.md', () => {
  it('names files that there are', () => {
    const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
    const rooms = ['core/chain', 'core/compaction', 'core/transcript'].flatMap((folder) =>
      readdirSync(join(root, folder), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => `${folder}/${name}`),
    )
    const folders = ['', 'core', 'core/compaction', 'core/transcript', ...rooms]
    const named = [...new Set([...text.matchAll(/(?<![\w*./-])[\w/-]+\.ts\b/g)].map(([path]) => path))]
    expect(named.length).toBeGreaterThan(40)
    expect(named.filter((path) => !folders.some((folder) => existsSync(join(root, folder, path))))).toEqual([])
  })
})

/** The folders of the picture in docs/architecture.md: below the folder of a line stand those of the lines that it indents. */
const foldersPictured = (text: string): string[] => {
  const open: string[] = []
  return [...text.matchAll(/^ {4}((?: {2})*)((?:[\w-]+\/ +)+)\S/gm)].flatMap(([, indent = '', names = '']) => {
    const depth = indent.length / 2
    const all = [...names.matchAll(/[\w-]+(?=\/)/g)].map(([name]) => [...open.slice(0, depth), name].join('/'))
    open.splice(depth, open.length, all.at(-1)?.split('/').at(-1) ?? '')
    return all
  })
}

describe('the picture of docs/architecture.md', () => {
  const [, picture = ''] = readFileSync(join(root, 'docs/architecture.md'), 'utf8').split('\n## Where things live\n')
  const pictured = foldersPictured(picture)

  it('shows folders that there are', () => {
    expect(pictured.length).toBeGreaterThan(60)
    expect(pictured.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  it.each([
    'core',
    'core/access',
    'core/chain',
    'core/compaction',
    'core/dialects',
    'core/json',
    'core/transcript',
    'cli',
    'local',
  ])('shows every room of %s', (folder) => {
    const rooms = readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${folder}/${name}`)
    expect(rooms.filter((room) => !pictured.includes(room))).toEqual([])
  })
})

describe('the example of docs/plan.md', () => {
  const [tokensRewritten, tokensGained, tokensBefore] = [5_000, 4_000, 30_000]
  const movable = [{ tokensRewritten, tokensGained }]
  const balance = { paidEffectiveTokens: 60_000, savedEffectiveTokens: 300 }
  const models = [
    cachePricesOf(anthropicPrices, 'claude-sonnet-4-6', false),
    cachePricesOf(openaiPrices, 'gpt-5.4', false),
  ].map((prices) => ({ ...prices, tokensBefore }))

  const reckonings = models.map((prices) => {
    const { read, write, stepTokens = 0 } = prices
    const rewrite = (write - read) * (tokensRewritten - tokensGained)
    const gain = read * tokensGained
    const loss = lossOf(movable, prices)
    const room = roomOf(balance)
    const doubt = Math.min(balance.savedEffectiveTokens, (1 - read) * stepTokens)
    const net = horizonRequests * gain - rewrite
    return { rewrite, gain, net, step: loss - (rewrite - gain), loss, room, doubt, left: room - doubt }
  })
  const cells = (name: keyof (typeof reckonings)[number]): string =>
    reckonings.map((one) => (Math.round(one[name] * 10) / 10).toLocaleString('en-US')).join(' | ')

  it.each([
    ['rewrite', 'It writes again what it would have read: (write − read) × (5,000 − 4,000)'],
    ['gain', 'Each request from then on reads less: read × 4,000'],
    ['net', 'Six requests gain more than that, so it pays: 6 × gain − rewrite'],
    ['step', 'The next read may end a step earlier: (1 − read) × (128 − 30,000 mod 128), or half a step'],
    ['loss', 'So much is lost if the conversation ends here: rewrite − gain + step'],
    ['room', 'It has saved 300 and cost 60,000: 300 + 0.9 % × 60,000'],
    ['doubt', 'Of what it has saved, a step is in doubt: (1 − read) × 128'],
    ['left', 'So much is covered: room − doubt'],
  ] as const)('says what the code reckons: %s', (name, words) => {
    expect(page).toContain(`\n| ${words} | ${cells(name)} |\n`)
  })

  it('moves for both models, with 200 saved for one of them, and with 10 for none', () => {
    const moving = (savedEffectiveTokens: number): boolean[] =>
      models.map((prices) => bestMove(movable, prices, { ...balance, savedEffectiveTokens }) === 0)
    expect([moving(300), moving(200), moving(10)]).toEqual([
      [true, true],
      [false, true],
      [false, false],
    ])
    expect(maxDebtShare).toBe(0.009)
  })

  it('is covered up to what the page says is left, and not further', () => {
    for (const [index, prices] of models.entries()) {
      const { loss, left } = reckonings[index] ?? { loss: 0, left: 0 }
      const paidAt = (spare: number): number => balance.paidEffectiveTokens - (left - loss - spare) / maxDebtShare
      expect(bestMove(movable, prices, { ...balance, paidEffectiveTokens: paidAt(0.1) })).toBe(0)
      expect(bestMove(movable, prices, { ...balance, paidEffectiveTokens: paidAt(-0.1) })).toBe(1)
    }
  })

  it('pays up to the rewrite that the page names', () => {
    const most = models.map(
      ({ read, write }) => tokensGained + (horizonRequests * read * tokensGained) / (write - read),
    )
    const paying = most.map((tokens) => Math.ceil(tokens) - 1)
    expect(onOneLine(page)).toContain(paying.map((tokens) => tokens.toLocaleString('en-US')).join(' and '))
    for (const [index, tokens] of paying.entries()) {
      const prices = models[index] ?? { read: 0, write: 0 }
      const moved = (rewritten: number) =>
        bestMove([{ tokensRewritten: rewritten, tokensGained }], prices, unknownBalance)
      expect([moved(tokens), moved(tokens + 1)]).toEqual([0, 1])
    }
  })
})
