// What stays of every source file, whatever its language, and what may go.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { skeletonOf } from '../../../../core/compaction/decision/skeleton.ts'

interface Language {
  readonly indent: string
  /** How a block opens and closes behind its head. */
  readonly block: (head: string) => readonly [opens: readonly string[], closes: readonly string[]]
  readonly outside: readonly string[]
  readonly types: readonly string[]
  readonly members: readonly string[]
  /** Whether functions stand in types alone. */
  readonly inTypes?: true
  /** Signatures; a line end goes on in the next line. */
  readonly signatures: readonly string[]
  readonly conditions: readonly string[]
  /** Lines that leave, with the condition above them where there is one. */
  readonly leaving: readonly string[]
  readonly statements: readonly string[]
}

const braces: Language['block'] = (head) => [[`${head} {`], ['}']]
const bracesBelow: Language['block'] = (head) => [[head, '{'], ['}']]

const languages: Readonly<Record<string, Language>> = {
  C: {
    indent: '\t',
    block: bracesBelow,
    outside: ['#include <stdio.h>', '#define MAX_ITEMS 64', 'int rate = 19;', 'const char *currency = "EUR";'],
    types: ['struct order', 'enum state'],
    members: ['long paid;', 'struct item *items[8];'],
    signatures: [
      'int refund(struct order *o, long amount)',
      'struct order *load(const char *path)',
      'int a(int b,\n      int c)',
    ],
    conditions: ['for (i = 0; i < n; i++)', 'if (o->paid)'],
    leaving: ['return 0;', 'if (amount > o->paid)\n\treturn -3;'],
    statements: ['audit(o);', 'o->paid -= amount;', '/* said */'],
  },
  'C++': {
    indent: '  ',
    block: braces,
    outside: ['#include <vector>', 'using cents = long;', 'constexpr int most = 64;'],
    types: ['class Orders : public Base', 'namespace shop'],
    members: ['std::vector<int> all;', 'public:'],
    signatures: ['std::vector<int> Orders::all(int n) const', 'auto total() -> long'],
    conditions: ['for (const auto &order : all)', 'while (next())'],
    leaving: ['return left;', 'throw refused();'],
    statements: ['audit(order);', 'left += 1;'],
  },
  'C#': {
    indent: '    ',
    block: bracesBelow,
    outside: ['using System;', '[Serializable]'],
    types: ['namespace Shop', 'public sealed class Orders'],
    members: ['long paid;', 'public string Name { get; set; }', 'const int Most = 64;'],
    inTypes: true,
    signatures: ['long Refund(Order order, long amount)', 'public async Task<int> All()'],
    conditions: ['foreach (var order in all)', 'if (order.Paid)'],
    leaving: ['return left;', 'if (amount > left)\n    throw new Refused(order);'],
    statements: ['Audit(order);', 'left -= amount;'],
  },
  Java: {
    indent: '    ',
    block: braces,
    outside: ['package a.b;', 'import a.b.C;', '@Service'],
    types: ['class Orders extends Base', 'public interface Store'],
    members: ['String currency;', 'Map<String, List<Integer>> all = Map.of();', 'long total(Order order);'],
    inTypes: true,
    signatures: [
      'long refund(Order order, long amount) throws Refused',
      'Orders(Store store,\n           Clock clock)',
    ],
    conditions: ['for (Order order : all)', 'if (order.paid())'],
    leaving: ['return left;', 'if (amount > left)\n    throw new Refused(order);'],
    statements: ['audit(order);', 'this.left = amount;'],
  },
  Kotlin: {
    indent: '    ',
    block: braces,
    outside: ['package a.b', 'import a.b.C', 'const val MOST = 64', 'var rate = 19', 'val all = listOf(\n    1,\n)'],
    types: ['class Orders(private val store: Store)', 'object Shop', 'data class Order(val id: Int)'],
    members: ['val paid: Long = 0', 'lateinit var store: Store'],
    signatures: ['fun refund(order: Order, amount: Long): Long', 'suspend fun all(\n    of: Store,\n): List<Order>'],
    conditions: ['for (order in all)', 'when (order.state)'],
    leaving: ['return left', 'throw Refused(order)', 'if (amount > left)\n    return 0'],
    statements: ['audit(order)', 'left -= amount'],
  },
  TypeScript: {
    indent: '  ',
    block: braces,
    outside: ["import { a } from '../a.ts'", 'const nearby = 24', 'let raw = 0', 'export type Id = string'],
    types: ['interface Cuts', 'export class Orders'],
    members: ['readonly kept: SpanList', 'noted?: Cuts | undefined', "'odd-name': string"],
    signatures: ['function refund(order: Order, amount: number): number', 'export const all = (of: Store): Order[] =>'],
    conditions: ['for (const order of all)', 'if (order.paid)'],
    leaving: [
      'return left',
      "if (fault !== undefined) throw new Error('no')",
      "throw new Error(\n  'no',\n)",
      'const slices: string[] = []',
    ],
    statements: ['audit(order)', 'raw += bytes', '// said'],
  },
  Python: {
    indent: '    ',
    block: (head) => [[`${head}:`], []],
    outside: ['import os', 'MOST = 64', 'RATE: int = 19', '@cached', 'NAMES = [\n    "a",\n]'],
    types: ['class Orders(Base)'],
    members: ['limit = 3', 'name: str'],
    signatures: ['def refund(order, amount)', 'async def all(\n    of: Store,\n) -> list'],
    conditions: ['for order in all', 'if order.paid', 'with open(path) as file'],
    leaving: ['return left', 'raise Refused(\n    order,\n)'],
    statements: ['audit(order)', 'left -= amount'],
  },
  Go: {
    indent: '\t',
    block: braces,
    outside: ['package main', 'const most = 64', 'var rate = 19', 'import (\n\t"fmt"\n)'],
    types: ['type Order struct', 'type Store interface'],
    members: ['Name string `json:"name"`', 'Refund(amount int) error'],
    signatures: ['func (o *Order) Refund(amount int) (int, error)'],
    conditions: ['for _, order := range all', 'if amount > left'],
    leaving: ['return left, nil'],
    statements: ['audit(order)', 'left := o.Left'],
  },
  Rust: {
    indent: '    ',
    block: braces,
    outside: ['use std::fmt;', 'const MOST: usize = 64;', '#[derive(Debug)]'],
    types: ['pub struct Order', 'enum State', 'trait Store'],
    members: ['pub name: String,', 'Paid(u64),'],
    signatures: [
      'fn refund(&mut self, amount: u64) -> Result<u64, Refused>',
      'pub(crate) fn all(\n    of: &Store,\n) -> Vec<Order>',
    ],
    conditions: ['for order in all', 'match order.state'],
    leaving: ['return Err(Refused);'],
    statements: ['self.audit();', 'self.left -= amount;'],
  },
}

interface Written {
  readonly text: string
  readonly stays: boolean
}
type Source = readonly Written[]

const written = (text: string, stays: boolean): Source => text.split('\n').map((line) => ({ text: line, stays }))
const wrapped = ({ block, indent }: Language, head: string, inside: readonly Source[]): Source => {
  const [opens, closes] = block(head)
  const deeper = inside.flat().map(({ text, stays }) => ({ text: `${indent}${text}`, stays }))
  return [...written(opens.join('\n'), true), ...deeper, ...closes.map((text) => ({ text, stays: true }))]
}

const source = (language: Language): fc.Arbitrary<Source> => {
  const { outside, types, members, signatures, conditions, leaving, statements } = language
  const line = (lines: readonly string[], stays: boolean) => fc.constantFrom(...lines).map((one) => written(one, stays))
  const within = (heads: readonly string[], inside: fc.Arbitrary<Source>) =>
    fc
      .tuple(fc.constantFrom(...heads), fc.array(inside, { minLength: 1, maxLength: 5 }))
      .map(([head, all]) => wrapped(language, head, all))
  const leaf = fc.oneof(line(leaving, true), line(statements, false))
  const inBody = fc.oneof({ weight: 3, arbitrary: leaf }, within(conditions, leaf))
  const routine = within(signatures, inBody)
  const ofType = within(types, fc.oneof(line(members, true), routine))
  const item = fc.oneof(line(outside, true), ofType, ...(language.inTypes === true ? [] : [routine]))
  return fc.array(item, { minLength: 1, maxLength: 8 }).map((all) => all.flat())
}

const numbered = (lines: readonly string[]): string[] => lines.map((line, at) => `${`${at + 1}`.padStart(6)}\t${line}`)

describe('the skeleton of a source file', () => {
  it.each(Object.entries(languages))(
    'of %s: signatures, declarations and what leaves stay, other lines of bodies are not of it',
    (_name, language) => {
      fc.assert(
        fc.property(source(language), (lines) => {
          const texts = lines.map(({ text }) => text)
          const stays = lines.map(({ stays: one }) => one)
          expect(skeletonOf(texts)).toEqual(stays)
          expect(skeletonOf(numbered(texts))).toEqual(stays)
        }),
        { numRuns: 150 },
      )
    },
  )

  it('of JSON is nothing: a member without its value would break it', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        const lines = JSON.stringify([{ return: JSON.parse(json) }, { if: [{}] }], null, 2).split('\n')
        expect(skeletonOf(lines)).toEqual(lines.map(() => false))
      }),
      { numRuns: 100 },
    )
  })

  it('takes time by the text', () => {
    const deep = Array.from({ length: 20_000 }, (_, at) => `${' '.repeat(at % 399)}return ${'('.repeat(at % 7)}: x`)
    const started = process.cpuUsage()
    skeletonOf(deep)
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(2_000)
  })
})
