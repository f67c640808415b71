import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { budgets, compacted } from './compacted.ts'

const stamp = (at: number): string => `2031-04-02T08:${String(at % 60).padStart(2, '0')}:07.120Z`
const served = (at: number): string =>
  `${stamp(at)} INFO worker-${at % 4} request ${10_000 + at} served in ${20 + (at % 9)} ms`

describe('logs', () => {
  it('of a long run the first two lines and the last stay, and some between', () => {
    const lines = Array.from({ length: 90 }, (_, at) => served(at))
    const kept = compacted(lines.join('\n')).split('\n')
    expect(kept.slice(0, 2)).toEqual(lines.slice(0, 2))
    expect(kept.at(-1)).toBe(lines.at(-1))
    expect(kept.length).toBeGreaterThanOrEqual(3)
    expect(kept.length).toBeLessThan(20)
  })

  it('a rare template, a number that stands out, and failures with two lines on each side stay', () => {
    const lines = Array.from({ length: 100 }, (_, at) => served(at))
    lines[33] = `${stamp(33)} INFO worker-1 configuration reloaded from /etc/shop/app.toml`
    lines[60] = `${stamp(60)} INFO worker-2 request 10060 served in 9120 ms`
    lines[80] = `${stamp(80)} ERROR worker-3 payment 8841 refused: card expired`
    const kept = compacted(lines.join('\n')).split('\n')
    for (const at of [33, 60, 78, 79, 80, 81, 82]) expect(kept).toContain(lines[at])
    expect(kept.length).toBeLessThan(30)
  })

  it('a run of several lines a cycle loses whole cycles: no answer stays without its question', () => {
    const lines = Array.from({ length: 30 }, (_, at) => [
      `connecting to node ${at}`,
      `handshake took ${10 + (at % 3)} ms`,
      'connection is open',
    ]).flat()
    const kept = compacted(lines.join('\n')).split('\n')
    expect(kept.length % 3).toBe(0)
    expect(kept.length).toBeLessThan(lines.length / 2)
    for (let at = 0; at < kept.length; at += 3) {
      const first = lines.indexOf(kept[at] ?? '')
      expect(kept.slice(at, at + 3)).toEqual(lines.slice(first, first + 3))
    }
  })

  it('lines that differ in their words do not form a run', () => {
    const tasks = 'compile link test package sign upload notify archive clean report index verify audit scan'.split(' ')
    const text = tasks.map((task, at) => `${stamp(at)} INFO starting task ${task} for release candidate number ${at}`)
    expect(compacted(text.join('\n'))).toBe(text.join('\n'))
  })

  it('every line that reports a failure stays, at any budget', () => {
    const failures = [
      'ERROR payment 12 refused',
      'request failed: connection reset',
      'java.lang.OutOfMemoryError: heap',
      'panic: index out of range [3]',
      'job 7 timed out after 30 s',
      'Permission denied',
      'thread killed',
      'unhandled rejection in promise 4',
    ]
    const line = fc.oneof(
      { weight: 5, arbitrary: fc.nat({ max: 500 }).map(served) },
      { weight: 1, arbitrary: fc.constantFrom(...failures).map((failure) => `${stamp(9)} ${failure}`) },
    )
    fc.assert(
      fc.property(fc.array(line, { minLength: 20, maxLength: 120 }), fc.constantFrom(...budgets), (lines, budget) => {
        const isFailure = (each: string): boolean => failures.some((failure) => each.endsWith(failure))
        expect(compacted(lines.join('\n'), budget).split('\n').filter(isFailure)).toEqual(lines.filter(isFailure))
      }),
      { numRuns: 120 },
    )
  })

  it('a line that repeats the one before it goes; the same words elsewhere stay', () => {
    const text = [
      ...['fetching packages from mirror a', 'done', 'fetching packages from mirror b', 'done'],
      ...Array.from({ length: 5 }, () => 'waiting for the lock of the package database held by another process'),
      ...[
        'installed the package shop-core in version two',
        'installed the package shop-web in version nine',
        'all finished well',
      ],
    ]
    const kept = compacted(`${text.join('\n')}\n`).split('\n')
    expect(kept.filter((line) => line === 'done')).toHaveLength(2)
    expect(kept.filter((line) => line.startsWith('waiting'))).toHaveLength(1)
  })

  it('of several blank lines one stays, and blanks at line ends go', () => {
    const paragraphs = Array.from(
      { length: 30 },
      (_, at) => `[stage ${'abcdefghij'[at % 10]}${'klm'[at % 3]}] result of the step: ok   `,
    )
    const kept = compacted(paragraphs.join('\n\n\n\n'))
    expect(kept).not.toMatch(/\n\n\n| \n/)
    expect(kept.split('\n\n')).toHaveLength(30)
  })

  it('of mixed events of several templates the first two, the last and those that stand out stay for each', () => {
    const event = (at: number): string => {
      if (at === 70) return `${stamp(at)} WARN worker-1 queue of mail is long`
      if (at === 75) return `${stamp(at)} DEBUG pool idle=8 busy=0 waiting=950`
      if (at % 5 === 1) return `${stamp(at)} DEBUG pool idle=8 busy=${at % 3} waiting=0`
      return at % 7 === 2 ? `${stamp(at)} INFO GET /health 200 ${at % 4} ms` : served(at)
    }
    const lines = Array.from({ length: 120 }, (_, at) => event(at))
    const kept = compacted(lines.join('\n')).split('\n')
    for (const template of ['pool idle', '/health', 'served in']) {
      const all = lines.filter((line) => line.includes(template))
      for (const line of [...all.slice(0, 2), all.at(-1)]) expect(kept).toContain(line)
    }
    expect(kept).toContain(lines[70])
    expect(kept).toContain(lines[75])
    expect(kept.length).toBeLessThan(40)
  })

  it('an event that continues in lines without a stamp keeps its first line', () => {
    const lines = Array.from({ length: 60 }, (_, at) =>
      at % 3 === 0
        ? [`${stamp(at)} INFO query ${at} planned`, `  scan of table ${'abcdefghij'[at % 10]}`]
        : [served(at)],
    ).flat()
    const kept = compacted(lines.join('\n')).split('\n')
    for (const [at, line] of kept.entries()) if (line.startsWith('  scan')) expect(kept[at - 1]).toMatch(/planned$/)
  })

  it('a line that shares an id with a failure stays, such as the order that failed later', () => {
    const lines = Array.from({ length: 100 }, (_, at) => served(at))
    lines[90] = `${stamp(90)} ERROR worker-2 payment of 10017 refused by the bank`
    const kept = compacted(lines.join('\n')).split('\n')
    expect(kept).toContain(lines[17])
    expect(kept.length).toBeLessThan(30)
  })

  it('entries of a diary are not events, because a day is not a time', () => {
    const kinds = ['rent of the flat paid', 'lamp bought for the hall', 'train to the coast booked']
    const lines = Array.from(
      { length: 60 },
      (_, at) => `2031-05-${10 + (at % 20)} ${kinds[((at * at) % 7) % 3]} 4${at}.50`,
    )
    expect(compacted(lines.join('\n'))).toBe(lines.join('\n'))
  })
})
