// What servers answer as JSON: edges of graphs, addresses of what has no id, how much there is in all, and lists in other text.

import { describe, expect, it } from 'vitest'
import { adelineByListing } from '../../../../compressor/engines/adeline/editions.ts'
import { countTokens } from '../../../../compressor/text/tokens.ts'
import { sliceSpans } from '../../../../core/text/spans.ts'
import { compacted } from './compacted.ts'

/** Budgets at which records are sent, and one beyond. */
const depths = [0.5, 0.7, 0.76, 0.85] as const

interface Edge {
  readonly type: string
}

describe('an edge of a graph', () => {
  const nodes = Array.from({ length: 9 }, (_, at) => ({
    id: `n${at}`,
    label: `Step ${at}`,
    entityType: ['task', 'gate'][at % 2],
  }))

  it.each([
    ['source', 'target', 'type'],
    ['from', 'to', 'relationType'],
    ['subject', 'object', 'predicate'],
  ])('keeps %s, %s and %s', (source, target, type) => {
    const edges = Array.from({ length: 8 }, (_, at) => ({
      [source]: `n${at}`,
      [target]: `n${at + 1}`,
      [type]: at % 3 === 0 ? 'on_failure' : 'on_success',
      weight: null,
    }))
    const text = JSON.stringify({ nodes, edges }, null, 2)
    for (const budget of depths) {
      const left = JSON.parse(compacted(text, budget)) as { edges: Edge[] }
      expect(left.edges, `${budget}`).toMatchObject(edges.map(({ weight: _, ...edge }) => edge))
    }
  })

  it('is none with one end', () => {
    const events = Array.from({ length: 9 }, (_, at) => ({
      id: at,
      source: `worker-${at % 4}-of-the-farm`,
      kind: `k${at % 2}`,
    }))
    expect(compacted(JSON.stringify(events), 0.85)).not.toContain('"source"')
  })
})

describe('the address of what has a name and no id', () => {
  const found = (more: object): string =>
    JSON.stringify({
      query: 'garden lamps',
      results: Array.from({ length: 8 }, (_, at) => ({
        ...(Object.hasOwn(more, 'id') ? { id: `r${at}` } : {}),
        title: `Lamps for gardens, part ${at}`,
        url: `https://lamps.test/posts/${at}`,
        content: `Part ${at} says how to hang a lamp in a garden, and when to leave it.`,
        score: 0.9 - at / 20,
      })),
    })

  it('stays: a page that was found', () => {
    for (const budget of depths)
      for (let at = 0; at < 8; at += 1)
        expect(compacted(found({}), budget)).toContain(`"url":"https://lamps.test/posts/${at}"`)
  })

  it('may go where there is an id', () => {
    expect(compacted(found({ id: true }), 0.85)).not.toContain('"url"')
  })

  it.each([
    {
      type: 'resource_link',
      uri: 'shop://lamps/7',
      name: 'Lamp 7',
      description: 'what is known of it',
      mimeType: 'text/plain',
    },
    {
      name: 'Lamp 7',
      title: null,
      uri: 'shop://lamps/7',
      description: null,
      mimeType: 'text/plain',
      size: null,
      annotations: null,
      meta: null,
      type: 'resource_link',
    },
    {
      type: 'resource',
      resource: { uri: 'shop://lamps/7', mimeType: 'text/plain', meta: null, text: 'It hangs in the garden.' },
      annotations: null,
      meta: null,
    },
    {
      resources: Array.from({ length: 6 }, (_, at) => ({
        uri: `shop://lamps/${at + 2}`,
        name: `Lamp ${at + 2}`,
        mimeType: 'text/plain',
        description: `All of lamp ${at}.`,
      })),
    },
  ])('stays: a resource of a server, with its text (%#)', (block) => {
    const text = JSON.stringify(block)
    for (const budget of depths) {
      expect(compacted(text, budget), `${budget}`).toContain('"uri":"shop://lamps/7"')
      if (text.includes('It hangs'))
        expect(compacted(text, budget), `${budget}`).toContain('"text":"It hangs in the garden."')
    }
  })
})

describe('how much there is of a list', () => {
  const issues = Array.from({ length: 9 }, (_, at) => ({
    key: `SHOP-${at + 80}`,
    summary: `Cart ${at} is wrong`,
    created: `2026-11-0${at + 1}`,
  }))

  it.each([
    { startAt: 0, maxResults: 9, total: 37, isLast: false, issues },
    { issues, pagination: { total_matches: 37, returned: 9, start_index: 0, has_more: true } },
    { total_count: 37, incomplete_results: true, items: issues },
  ])('stays (%#)', (page) => {
    const text = JSON.stringify(page, null, 2)
    for (const budget of depths) {
      const left = compacted(text, budget)
      expect(left, `${budget}`).toMatch(/"total\w*":37/)
      expect(left, `${budget}`).toMatch(/"(?:isLast":false|has_more":true|incomplete_results":true)/)
    }
  })
})

describe('one short answer', () => {
  it('keeps a fifth of what it says at least', () => {
    const answer = {
      source: { zone: 'Europe/Oslo', datetime: '2026-11-30T16:30:00+01:00', day_of_week: 'Monday', is_dst: false },
      target: { zone: 'Asia/Tokyo', datetime: '2026-12-01T00:30:00+09:00', day_of_week: 'Tuesday', is_dst: false },
      time_difference: '+8.0h',
    }
    for (const budget of depths) {
      const left = compacted(JSON.stringify(answer, null, 2), budget)
      expect(5 * countTokens(left), `${budget}: ${left}`).toBeGreaterThanOrEqual(countTokens(JSON.stringify(answer)))
    }
  })
})

describe('a list of plain values in other text', () => {
  const rows = Array.from({ length: 30 }, (_, at) => [`W${at}`, 'a "quoted" name', `$ ${at}.50`, at])
  const printed = JSON.stringify(rows, null, 2)

  it.each([
    [
      'on lines of its own',
      `### Result\n${printed}\n### Ran Playwright code\n\`\`\`js\nawait page.evaluate(rows);\n\`\`\``,
    ],
    ['in a fence', `Script ran on page and returned:\n\`\`\`json\n${printed}\n\`\`\``],
    ['behind a line', `Wall time: 0.2 seconds\nOutput:\n${printed}`],
  ])('loses the blanks between its values, and nothing else: %s', (_name, text) => {
    for (const budget of [0.5, 0.7, 0.76])
      expect(compacted(text, budget), `${budget}`).toBe(text.replace(printed, JSON.stringify(rows)))
  })

  it('keeps them in the version before', () => {
    const text = `Returned:\n\`\`\`json\n${printed}\n\`\`\``
    const result = adelineByListing.compress(text, { budget: 0.7 })
    expect('kept' in result ? sliceSpans(text, result.kept) : text).toBe(text)
  })
})

describe('a sentence that stands below several headings', () => {
  const page = (heading: (at: number) => string): string =>
    Array.from(
      { length: 8 },
      (_, at) =>
        `${heading(at)}\n\nReturns what is known of the ${at % 2 === 0 ? 'lamp' : 'stove'} number ${at}. It answers with 404 if there is no such thing in the shop.\n`,
    ).join('\n')

  it('stays below each of them', () => {
    const text = page((at) => `## GET /things/${at}`)
    expect(compacted(text)).toBe(text)
  })

  it('goes where it stands again below one', () => {
    const text = `## The shop\n\n${page((at) => `Of the thing that is called ${at} in the shop, this is said.`)}`
    expect(compacted(text).split('It answers with 404').length).toBeLessThan(8)
  })
})
