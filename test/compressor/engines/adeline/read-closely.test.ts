// Values that Python prints are records, messages are no edges, a sign is a value, a moment is told by its value, rows with names of their own
// are no samples, and a licence need not stand below each heading.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { adeline, adelineByShowing } from '../../../../compressor/engines/adeline/editions.ts'
import { jsonOfPython } from '../../../../compressor/engines/adeline/reading/json/python-values.ts'
import { countTokens } from '../../../../compressor/text/tokens.ts'
import { scanJson } from '../../../../core/json/scan.ts'
import { sliceSpans } from '../../../../core/text/spans.ts'
import { budgets, compacted } from './compacted.ts'

/** Budgets at which records are sent, and one beyond. */
const depths = [0.5, 0.7, 0.76, 0.85] as const
const before = (text: string, budget: number): string => {
  const result = adelineByShowing.compress(text, { budget })
  return 'kept' in result ? sliceSpans(text, result.kept) : text
}

/** How Python prints a value of JSON. */
const printed = (value: unknown): string => {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value === 'string') {
    const escaped = value.replace(/\\/g, '\\\\').replace(/\n/g, '\\n')
    return escaped.includes("'") && !escaped.includes('"') ? `"${escaped}"` : `'${escaped.replace(/'/g, "\\'")}'`
  }
  if (Array.isArray(value)) return `[${value.map(printed).join(', ')}]`
  if (typeof value !== 'object') return String(value)
  return `{${Object.entries(value)
    .map(([key, member]) => `${printed(key)}: ${printed(member)}`)
    .join(', ')}}`
}

describe('rows that Python prints', () => {
  const rows = Array.from({ length: 30 }, (_, at) => ({
    id: at,
    name: `Lamp ${at} of the "hall"`,
    owner: at === 3 ? "Ada's" : 'grace',
    price: at * 1.5,
    lit: at !== 4,
    note: at === 9 ? 'it\'s "new"\n\\o/' : null,
    shelf: null,
  }))

  it('lose what the same records lose as JSON, and keep the spelling of the rest', () => {
    for (const budget of depths) {
      const left = compacted(printed(rows), budget)
      expect(left.length).toBeLessThan(printed(rows).length)
      expect(JSON.parse(jsonOfPython(left) ?? '')).toHaveLength(30)
      expect(left).toContain("'name':'Lamp 7 of the \"hall\"'")
      expect(left).not.toContain('shelf')
    }
    expect(before(printed(rows), 0.76)).toBe(printed(rows))
  })

  it.each([
    ['a value that JSON has not', "[{'id': 1, 'at': datetime.datetime(2026, 1, 2)}, {'id': 2, 'at': nan}]"],
    ['a set', "[{'a', 'b'}, {'c'}]"],
    ['keys that are no texts', "[{1: 'a', 2: 'b'}]"],
    ['a bracket too many', "[{'id': 1}]]"],
    ['a value that is cut off', "[{'id': 1}, {'id': "],
    ['JSON', '[{"id": 1, "name": "lamp"}]'],
  ])('are none: %s', (_name, text) => {
    const json = jsonOfPython(text)
    expect(json === undefined || scanJson(json) === undefined).toBe(true)
  })

  it('any value of JSON is read as it is, and counts are exact', () => {
    const text = fc.stringMatching(/^[a-z \u00e9]{0,8}$/)
    const value = fc.letrec((tie) => ({
      node: fc.oneof(
        { maxDepth: 2, depthSize: 'small' },
        text,
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('node'), { maxLength: 3 }),
        fc.dictionary(text, tie('node'), { maxKeys: 3 }),
      ),
    })).node
    fc.assert(
      fc.property(
        fc.array(fc.dictionary(text, value, { minKeys: 1, maxKeys: 4 }), { minLength: 1, maxLength: 4 }),
        (list) => {
          const python = printed(list)
          expect(JSON.parse(jsonOfPython(python) ?? '')).toEqual(list)
          const result = adeline.compress(python, { budget: 0.76 })
          if ('kept' in result) expect(result.tokensAfter).toBe(countTokens(sliceSpans(python, result.kept)))
        },
      ),
      { numRuns: 25 },
    )
  })

  it('with a comma behind the last element are read without it, but a tuple of one keeps its own', () => {
    expect(jsonOfPython("[('lamp', 1,), {'wick': 2,},]")).toBe('[["lamp", 1 ], {"wick": 2 } ]')
    expect(jsonOfPython("[('lamp',), ('wick',)]")).toBe('[["lamp,"], ["wick,"]]')
    expect(jsonOfPython("[('lamp', (1,))]")).toBeUndefined()
    const text = `[${Array.from({ length: 40 }, (_, at) => `('lamp ${at}',)`).join(', ')}]`
    for (const budget of [...depths, 1]) expect(compacted(text, budget)).not.toMatch(/'\)/)
  })

  it('may hold a text of many millions of characters', () => {
    const text = `['${'lamp '.repeat(4_000_000)}', None]`
    expect(jsonOfPython(text)).toHaveLength(text.length)
  })
})

describe('from and to', () => {
  const mail = (at: number) => ({
    id: `m${at}`,
    from: `${['ada', 'grace', 'tony'][at % 3]}@hall.test`,
    to: 'lamps@hall.test',
    subject: `Lamp ${at}`,
    body: `The lamp ${at} has not come yet. Where is it?`,
  })
  const mails = JSON.stringify(Array.from({ length: 12 }, (_, at) => mail(at)))

  it('of messages are ranked: a receiver who is always the same is told once, the senders stay', () => {
    const left = compacted(mails, 0.76)
    expect(left.split('lamps@hall.test')).toHaveLength(2)
    expect(left.match(/"from"/g)).toHaveLength(12)
    expect(before(mails, 0.76).split('lamps@hall.test')).toHaveLength(13)
  })

  it.each([
    ['packages with owners', { from: '@hall/lamp', to: '@hall/wick@1.2.0' }],
    ['a triple with a subject', { subject: 'lamp', predicate: 'hangs', object: 'hall' }],
    ['papers about a subject', { source: 'p1', target: 'p2', subject: 'oil', type: 'cites' }],
  ])('of a graph stay: %s', (_name, edge) => {
    const edges = JSON.stringify(Array.from({ length: 9 }, (_, at) => ({ ...edge, weight: at % 2 })))
    for (const budget of depths)
      for (const key of Object.keys(edge)) expect(compacted(edges, budget).split(`"${key}"`)).toHaveLength(10)
  })
})

it.each([
  ['currency', ['$', '£', '€']],
  ['delimiter', [',', ';', '|']],
])('so is one that parts or counts money: %s', (key, signs) => {
  const rows = JSON.stringify(
    Array.from({ length: 30 }, (_, at) => ({ id: at, name: `Lamp ${at}`, price: at * 3, [key]: signs[at % 3] })),
  )
  expect(compacted(rows, 0.7).split(`"${key}"`)).toHaveLength(31)
  expect(before(rows, 0.7).split(`"${key}"`).length).toBeLessThan(31)
})

it.each(['*', '>=', '/', '!='])('a sign is a value: %s', (sign) => {
  const statements = [
    { Sid: 'A', Effect: 'Allow', Action: ['lamps:Get', 'lamps:Put'], Resource: 'lamps:::hall/shelf/*' },
    { Sid: 'B', Effect: 'Deny', Action: 'lamps:Delete', Resource: sign, Condition: { Bool: { Lit: 'false' } } },
  ]
  const policy = {
    Policy: { Document: { Version: '2012-10-17', Statement: statements }, VersionId: 'v7', IsDefault: true },
  }
  const text = JSON.stringify(policy, null, 2)
  for (const budget of depths) {
    const left = compacted(text, budget)
    expect(left.includes(`"Resource":"${sign}"`), `${budget}`).toBe(left.includes('shelf'))
  }
  expect(compacted(text, 0.7)).toContain(`"Resource":"${sign}"`)
  expect(
    depths.some((budget) => before(text, budget).includes('shelf') && !before(text, budget).includes(`"${sign}"`)),
  ).toBe(true)
})

describe('a moment', () => {
  const list = (key: string, value: (at: number) => unknown): string =>
    JSON.stringify(Array.from({ length: 40 }, (_, at) => ({ [key]: value(at), load: at % 9, unit: 'percent' })))

  it.each([
    ['ora', () => 'hall'],
    ['at', (at: number) => ['hall', 'attic'][at % 2]],
    ['ora', (at: number) => `ORA-0094${at % 3}`],
    ['at', (at: number) => `Room ${at % 4}`],
  ])('is none by its name alone: %s', (key, value) => {
    expect(JSON.parse(compacted(list(key, value), 0.5))).toHaveLength(40)
    expect(JSON.parse(before(list(key, value), 0.5)).length).toBeLessThan(40)
  })

  it.each([
    ['ora', (at: number) => `14:${10 + at}`],
    ['time', (at: number) => 1_796_000_000 + at],
    ['timestamp', (at: number) => `Mon, 30 Nov 2026 08:${10 + at}:00 GMT`],
    ['time', (at: number) => `Nov ${1 + (at % 30)}, 2026`],
    ['time', (at: number) => `${at} minutes ago`],
  ])('is one by both: %s', (key, value) => {
    expect(JSON.parse(compacted(list(key, value), 0.76)).length).toBeLessThan(40)
  })
})

it('a row with a name of its own is no sample, whatever its numbers', () => {
  const rows = Array.from({ length: 60 }, (_, at) => `${at},LAMP-${at},Lamp ${at},${at * 3}.25,${at % 40},true`)
  const text = `id,sku,name,price,stock,lit\n${rows.join('\n')}\n`
  for (const budget of depths) for (const row of rows) expect(compacted(text, budget)).toContain(row)
  expect(before(text, 0.72)).not.toContain(rows[30])
  const measures = `id,load,heat\n${Array.from({ length: 60 }, (_, at) => `${at},${at * 3}.25,${at % 7}`).join('\n')}\n`
  expect(compacted(measures, 0.72).length).toBeLessThan(measures.length / 2)
})

describe('below another heading', () => {
  const licence =
    'Permission is hereby granted, free of charge, to any person obtaining a copy of this lamp and associated wicks, to deal in the lamp without restriction, including without limitation the rights to use and copy it.'
  const text = ['hall', 'attic', 'cellar', 'shed']
    .map((room) => `## ${room}\n\nIt answers 404 where there is no lamp.\n\n${licence}\n`)
    .join('\n')

  it('a short sentence is said again, a long one need not be', () => {
    for (const budget of [0.5, 0.72]) {
      expect(compacted(text, budget).split('answers 404')).toHaveLength(5)
      expect(compacted(text, budget).split('Permission').length).toBeLessThan(
        before(text, budget).split('Permission').length,
      )
    }
  })

  it('a long one that opens what stands there stays', () => {
    const alone = text.replaceAll('It answers 404 where there is no lamp.\n\n', '')
    for (const budget of budgets.slice(0, 3)) expect(compacted(alone, budget).split('Permission')).toHaveLength(5)
  })
})
