// Stack traces and payloads made up from a seed, for whoever has no recorded ones.

import { type Chance, chanceOf, pick } from '../../cost/sessions/chance.ts'
import type { Named } from '../sets/structures.ts'

const packages = ['org.example.billing', 'org.example.store', 'org.example.routing']
const classes = ['InvoiceBook', 'OrderQueue', 'PriceTable', 'ParcelRoute', 'StockReader']
const methods = ['apply', 'resolve', 'readNext', 'settle', 'merge']
const faults = ['IllegalStateException', 'NullPointerException', 'IndexOutOfBoundsException']

const frame = (chance: Chance, from: string): string => {
  const name = pick(chance, classes)
  return `\tat ${from}.${name}.${pick(chance, methods)}(${name}.java:${1 + Math.floor(chance() * 900)})`
}

const frames = (chance: Chance, from: readonly string[], count: number): string[] =>
  Array.from({ length: count }, () => frame(chance, pick(chance, from)))

const traceOf = (index: number): Named => {
  const chance = chanceOf('trace', index)
  const text = [
    `java.lang.${pick(chance, faults)}: no entry for ${Math.floor(chance() * 9_999)}`,
    ...frames(chance, packages, 3 + Math.floor(chance() * 12)),
    ...frames(chance, ['java.util', 'sun.reflect', 'org.junit.runners'], 8 + Math.floor(chance() * 20)),
    `Caused by: java.io.IOException: stream ${Math.floor(chance() * 99)} is closed`,
    ...frames(chance, packages, 4),
    '\t... 23 more',
  ].join('\n')
  return { id: `fault ${index >> 1}`, text }
}

const payloadOf = (index: number): Named => {
  const chance = chanceOf('payload', index)
  const number = (below: number): number => Math.floor(chance() * below)
  const items = Array.from({ length: 4 + number(24) }, (_, at) => ({
    id: `item_${at}_${number(1e6)}`,
    name: `${pick(chance, classes)} ${number(90)}`,
    price: { amount: number(90_000) / 100, currency: 'EUR' },
    in_stock: chance() < 0.8,
    note: chance() < 0.7 ? '' : 'sent back once',
    links: { self: `https://shop.example/items/${number(1e6)}`, image: null },
  }))
  const order = {
    order: `W${number(1e7)}`,
    status: pick(chance, ['open', 'paid', 'failed']),
    placed_at: '2026-11-20T10:00:00Z',
    items,
  }
  return { id: `payload ${index}`, text: JSON.stringify(order, null, index % 2 === 0 ? 2 : undefined) }
}

const some = (count: number, make: (index: number) => Named): Named[] =>
  Array.from({ length: count }, (_, at) => make(at))

/** The same traces every time. */
export const madeUpTraces = (): Named[] => some(40, traceOf)

/** The same payloads every time. */
export const madeUpPayloads = (): Named[] => some(30, payloadOf)
