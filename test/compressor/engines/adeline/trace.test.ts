import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { budgets, compacted } from './compacted.ts'

const java = (library: number): string[] => [
  'import of orders started at the usual hour',
  'java.lang.IllegalStateException: inventory row 4412 has negative stock',
  '\tat com.shop.inventory.Stock.subtract(Stock.java:88)',
  '\tat com.shop.orders.Importer.run(Importer.java:57)',
  ...Array.from(
    { length: library },
    (_, at) => `\tat java.util.concurrent.Executor.step${at}(Executor.java:${600 + at})`,
  ),
  '\tat com.shop.Main.main(Main.java:12)',
  'Caused by: java.sql.SQLException: constraint stock_positive violated',
  '\tat com.shop.inventory.Table.write(Table.java:19)',
  'import of orders finished',
]

const python = (library: number): string[] => [
  'Traceback (most recent call last):',
  '  File "/srv/shop/run.py", line 10, in <module>',
  '    main()',
  ...Array.from({ length: library }, (_, at) => [
    `  File "/usr/lib/python3.12/site-packages/web/layer${at}.py", line ${at}, in call`,
    `    return inner(${at})`,
  ]).flat(),
  '  File "/srv/shop/stock.py", line 88, in subtract',
  '    raise ValueError(row)',
  'ValueError: inventory row 4412 has negative stock',
]

/** An exception that reads like prose, in sentences. */
const settings = [
  'Checking what the settings say before anything is started by this command, as it is told to do.',
  '',
  ...python(6).slice(0, -1),
  'shop.errors.ImproperlyConfigured: Requested setting SHELVES, but settings are not there. You must define SHOP_SETTINGS or call settings.configure() before accessing settings.',
  '',
  'The next step takes the list of all shelves and writes them to the ledger. It may take a while.',
]

describe('stack traces', () => {
  it('of a Java trace inner frames of libraries go; the exception, its cause, own frames and both ends stay', () => {
    const lines = java(20)
    const kept = compacted(lines.join('\n')).split('\n')
    for (const line of lines.filter((each) => !each.includes('java.util'))) expect(kept).toContain(line)
    expect(kept.filter((line) => line.includes('java.util')).length).toBeLessThan(5)
  })

  it('of a Python trace a frame goes with its source line; the exception and the frames next to it stay', () => {
    const lines = python(20)
    const kept = compacted(lines.join('\n')).split('\n')
    expect(kept.slice(0, 3)).toEqual(lines.slice(0, 3))
    expect(kept.slice(-3)).toEqual(lines.slice(-3))
    expect(kept.length).toBeLessThan(lines.length / 2)
    kept.forEach((line, at) => {
      const number = /line (\d+), in call/.exec(line)?.[1]
      if (number !== undefined) expect(kept[at + 1]).toBe(`    return inner(${number})`)
    })
  })

  it('an exception that reads like a sentence stays with its frames, at any budget', () => {
    const thrown =
      'org.shop.Trouble$4: the ends of the scale do not differ.  Ends: [89.9, 153.1], values: [-0.06, -1.2]'
    const frames = Array.from({ length: 30 }, (_, at) => `\tat java.util.concurrent.Step${at}.run(Step.java:${at})`)
    for (const budget of budgets) expect(compacted([thrown, ...frames].join('\n'), budget).split('\n')[0]).toBe(thrown)
  })

  it('a short stack stays whole', () => {
    const text = python(3).join('\n')
    expect(compacted(text)).toBe(text)
  })

  it('a frame never stands without its exception, and exceptions never go', () => {
    const stack = fc.nat({ max: 30 }).chain((library) => fc.constantFrom(java(library), python(library)))
    fc.assert(
      fc.property(fc.array(stack, { minLength: 1, maxLength: 4 }), fc.constantFrom(...budgets), (stacks, budget) => {
        const lines = stacks.flat()
        const kept = compacted(lines.join('\n'), budget).split('\n')
        const isException = (line: string): boolean => /Exception: |^ValueError: |^Traceback/.test(line)
        expect(kept.filter(isException)).toEqual(lines.filter(isException))
      }),
      { numRuns: 100 },
    )
  })

  it('a frame keeps the whole line of its exception, even one that reads like prose, at any budget', () => {
    for (const budget of [0.1, 0.3, ...budgets]) {
      const kept = compacted(settings.join('\n'), budget).split('\n')
      if (kept.some((line) => line.includes('File "'))) expect(kept).toContain(settings.at(-3))
    }
  })
})

it('a line that reports a failure keeps all of its sentences or none, at any budget', () => {
  const line =
    'An error came: Requested setting SHELVES is not there. You must define it first. See the handbook of the shop.'
  const before =
    'The command was called with the list of shelves. It went through them one by one. Nothing was written.'
  for (const budget of budgets) {
    const kept = compacted(`${before}\n\n${line}\n\n${before.replace('shelves', 'rooms')}`, budget)
    if (kept.includes('SHELVES') || kept.includes('handbook')) expect(kept.split('\n')).toContain(line)
  }
})

it('the sentences of a text after a heading go one by one', () => {
  const sentences = Array.from(
    { length: 12 },
    (_, at) => `The lamp of room ${at} was lit by order ${at * 7} in the end.`,
  )
  const kept = compacted(`Summary: ${sentences.join(' ')}`, 0.95)
  expect(sentences.some((sentence) => kept.includes(sentence))).toBe(true)
  expect(sentences.every((sentence) => kept.includes(sentence))).toBe(false)
})
