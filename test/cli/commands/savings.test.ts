// What `savings` shows, from what a service answers.

import { afterEach, describe, expect, it } from 'vitest'
import { runCommand } from '../../../cli/run-command.ts'
import { noSums } from '../../../core/savings/sums.ts'
import { type CliWorld, cliWorld } from '../../../testkit/cli-world.ts'

const environment = { COMPACTION_URL: 'https://d.example', COMPACTION_TOKEN: `pt_${'x'.repeat(49)}` }
const worlds: CliWorld[] = []
afterEach(() => {
  for (const world of worlds.splice(0)) world.close()
})

const answering = (document: unknown, isScreen = false, wait?: () => Promise<void>): CliWorld & { asked: string[] } => {
  const asked: string[] = []
  const fetch = async (input: unknown) => {
    asked.push(String(input))
    return Response.json(document)
  }
  const world = cliWorld({ environment, fetch, ...(wait === undefined ? {} : { wait }) }, isScreen)
  worlds.push(world)
  return Object.assign(world, { asked })
}

const sums = (change: object) => ({ ...noSums, exchanges: 3, net: 0, ...change })
const good = sums({
  tokensBefore: 1_180_000,
  tokensAfter: 810_000,
  effectiveBefore: 1000,
  effectiveAfter: 690,
  gained: 400,
  givenBack: 90,
  net: 310,
})
const bad = sums({ effectiveBefore: 1000, effectiveAfter: 1020, gained: 10, givenBack: 30, net: -20 })

describe('savings', () => {
  it('stand in columns, with their signs, under the zone that they are counted in', async () => {
    const rows = [
      { ...good, day: '2026-11-20' },
      { ...bad, day: '2026-11-21' },
    ]
    const world = answering({ zone: 'Europe/Berlin', rows, totals: sums({ net: 290, effectiveBefore: 2000 }) })
    expect(await runCommand(['savings', '--since', '30d'], world)).toBe(0)
    expect(world.asked).toEqual(['https://d.example/api/cli/savings?since=30d&tz=Europe%2FBerlin&by=day'])
    expect(world.printed.out).toBe(`\
day         requests  before  after  saved  given back   net       share
2026-11-20         3   1.18M   810k    400         −90  +310   31 % less
2026-11-21         3       0      0     10         −30   −20  2.0 % more
in all             3       0      0      0           0  +290   14 % less
Before and after are tokens, the rest effective tokens.
Days of Europe/Berlin.
`)
  })

  it('mark a net that is an estimate in part, as the dashboard does, and say so once', async () => {
    const rows = [
      { ...good, estimatedExchanges: 1, day: '2026-11-20' },
      { ...bad, day: '2026-11-21' },
    ]
    const world = answering({ zone: 'UTC', rows, totals: { ...good, estimatedExchanges: 1 } })
    expect(await runCommand(['savings'], world)).toBe(0)
    expect(world.printed.out).toMatch(
      /^2026-11-20 .* ~\+310 +31 % less\n2026-11-21 .* −20 .*\nin all .* ~\+310 .*\n~ is in part an estimate\.$/m,
    )
    const session = answering({ ...good, models: ['m'], client: 'codex', estimatedExchanges: 3 })
    await runCommand(['savings', '--session', '0b9f4a52-7a3c-4c0d-8a5e-1f2d3c4b5a69'], session)
    expect(session.printed.out).toMatch(/^net ~\+310 = 400 saved − 90 given back\n~ is in part an estimate\.$/m)
  })

  it('by mode say what has none', async () => {
    const rows = [
      { ...good, mode: '-' },
      { ...bad, mode: 'arrival' },
    ]
    const world = answering({ zone: 'UTC', rows, totals: sums({}) })
    expect(await runCommand(['savings', '--by', 'mode'], world)).toBe(0)
    expect(world.printed.out).toMatch(/^no mode +3 .*^No mode: \/v1\/compress, and paths that pass through\.$/ms)
    const others = answering({ zone: 'UTC', rows: rows.slice(1), totals: sums({}) })
    await runCommand(['savings', '--by', 'mode'], others)
    expect(others.printed.out).not.toContain('No mode')
  })

  it.each(['7x', '0d', '7', '2026-13-01', '2026-02-30', 'yesterday'])(
    'since %s are not understood: the forms are named',
    async (since) => {
      const world = answering({})
      expect(await runCommand(['savings', '--since', since], world)).toBe(2)
      expect(world.asked).toEqual([])
      expect(world.printed.err).toContain(`--since is "${since}", but must be 7d for seven days, or a day such as `)
    },
  )

  it.each(['NONSENSE', '', '0b9f4a52', '0b9f4a52-7a3c-4c0d-8a5e-1f2d3c4b5a69x'])(
    'of the session "%s" are not understood: what an id looks like is shown',
    async (session) => {
      const world = answering({})
      expect(await runCommand(['savings', '--session', session], world)).toBe(2)
      expect(world.asked).toEqual([])
      expect(world.printed.err).toContain(`--session is "${session}", but must be a session's id`)
    },
  )

  it('since more days than the service adds up are not asked for', async () => {
    const world = answering({})
    expect(await runCommand(['savings', '--since', '93d'], world)).toBe(2)
    expect([world.asked, world.printed.err.split('\n')[0]]).toEqual([
      [],
      'compaction savings: --since is "93d", but at most 92d.',
    ])
  })

  it('of one day are of today, and of which zone also where there are none', async () => {
    const world = answering({ zone: 'UTC', rows: [], totals: good })
    await runCommand(['savings', '--since', '1d'], world)
    expect(world.printed.out).toBe('Nothing was sent today.\nDays of UTC.\n')
  })

  it('by key name the key, where the service knows it', async () => {
    const rows = [
      { ...good, keyId: 'acme.000000000001', keyName: 'laptop pt_…WxYz' },
      { ...good, keyId: 'acme.000000000002' },
    ]
    const world = answering({ zone: 'UTC', rows, totals: good })
    await runCommand(['savings', '--by', 'key'], world)
    expect(world.printed.out).toMatch(/^laptop pt_…WxYz +3 /m)
    expect(world.printed.out).toMatch(/^acme\.000000000002 +3 /m)
  })

  it('fit into a terminal of eighty columns; in a narrower one each row stands by itself', async () => {
    const busy = { ...bad, exchanges: 123_456, tokensBefore: 1_180_000, tokensAfter: 810_000, day: '2026-11-21' }
    const shownIn = async (columns: number): Promise<string> => {
      const world = answering({ zone: 'UTC', rows: [{ ...good, day: '2026-11-20' }, busy], totals: good })
      await runCommand(['savings'], { ...world, terminal: { ...world.terminal, columns: () => columns } })
      return world.printed.out
    }
    expect(await shownIn(80)).toMatch(/^2026-11-21 +123456 /m)
    expect((await shownIn(40)).split('\n\n')[1]).toBe(`\
day         2026-11-21
requests    123456
before      1.18M
after       810k
saved       10
given back  −30
net         −20
share       2.0 % more`)
  })

  it.each([
    ['--since', 'abc'],
    ['--by', 'foo'],
    ['--session', 'x'],
  ])('are not understood by somebody who is not signed in either (%s %s)', async (...words) => {
    const world = cliWorld()
    worlds.push(world)
    expect(await runCommand(['savings', ...words], world)).toBe(2)
  })

  it('of a session are a sentence and its net', async () => {
    const id = '0b9f4a52-7a3c-4c0d-8a5e-1f2d3c4b5a69'
    const session = { ...good, client: 'claude-code', models: ['claude-sonnet-5'] }
    const world = answering(session)
    expect(await runCommand(['savings', '--session', id.toUpperCase()], world)).toBe(0)
    expect(world.asked).toEqual([`https://d.example/api/cli/sessions/${id}`])
    expect(world.printed.out).toBe(
      'Claude Code, claude-sonnet-5: 3 requests, 1.18M → 810k tokens, 31 % less in effective tokens\n' +
        'net +310 = 400 saved − 90 given back\n',
    )
  })

  it('show names that strangers chose, and obey none', async () => {
    const model = '\u001b[2J\u202e\u009b31m'
    const world = answering({ zone: 'UTC', rows: [{ ...good, model }], totals: good }, true)
    await runCommand(['savings', '--by', 'model'], world)
    const styles = ['0', '2', '36'].map((code) => `\u001b[${code}m`)
    const withoutStyles = styles.reduce((text, style) => text.replaceAll(style, ''), world.printed.out)
    expect(withoutStyles).toContain('␦[2J␦␦31m')
    expect(withoutStyles.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u)
  })

  it('are painted over again while they are watched', async () => {
    let rounds = 0
    const world = answering({ zone: 'UTC', rows: [], totals: good }, true, async () => {
      rounds += 1
      if (rounds === 3) throw new Error('enough')
    })
    expect(await runCommand(['savings', '--watch'], world)).toBe(1)
    expect(world.printed.out.split('\u001b[H\u001b[2J').slice(1)).toEqual(
      Array(3).fill('Nothing was sent in the last 7 days.\n\u001b[2mDays of UTC.\u001b[0m\n'),
    )
  })

  it('stay while the service is away, and say that it is', async () => {
    let round = 0
    const fetch = async () => {
      round += 1
      if (round === 2 || round === 3) throw new TypeError('fetch failed')
      return round === 5
        ? Response.json({ error: { message: 'No.' } }, { status: 401 })
        : Response.json({ zone: 'UTC', rows: [], totals: good })
    }
    const world = cliWorld({ environment, fetch }, true)
    worlds.push(world)
    expect(await runCommand(['savings', '--watch'], world)).toBe(1)
    const figures = 'Nothing was sent in the last 7 days.\n\u001b[2mDays of UTC.\u001b[0m\n'
    const away = `${figures}The service at https://d.example cannot be reached.\n`
    expect(world.printed.out.split('\u001b[H\u001b[2J').slice(1)).toEqual([figures, away, away, figures])
    expect(world.printed.err).toContain('has ended at https://d.example')
  })

  it('are watched as long as somebody reads them', async () => {
    const world = answering({ zone: 'UTC', rows: [], totals: good })
    const terminal = { ...world.terminal, isRead: () => world.asked.length < 2 }
    expect(await runCommand(['savings', '--watch'], { ...world, terminal })).toBe(0)
    expect(world.asked).toHaveLength(2)
  })
})
