// What business tools answer as JSON: the one record that was asked for, the text that a value is about, rows without a name, and members that
// mean something together. Each stays at the budgets at which records are sent.

import { describe, expect, it } from 'vitest'
import { adelineByTelling } from '../../../../compressor/engines/adeline/editions.ts'
import { countTokens } from '../../../../compressor/text/tokens.ts'
import { type Compacted, compacted, compactedBy } from './compacted.ts'

/** Budgets at which records are sent, and one beyond. */
const depths = [0.5, 0.7, 0.73, 0.76, 0.77] as const
const formerly = compactedBy(adelineByTelling)
/** Which members are gone at some of those budgets: each as it stands in JSON without blanks. */
const gone = (value: unknown, members: readonly string[], of: Compacted = compacted): string[] => {
  const text = JSON.stringify(value, null, 2)
  const left = depths.map((budget) => JSON.stringify(JSON.parse(of(text, budget))))
  return members.filter((member) => !left.every((one) => one.includes(member)))
}
const expectKept = (value: unknown, members: readonly string[]): void => {
  expect(members.filter((member) => !JSON.stringify(value).includes(member))).toEqual([])
  expect(gone(value, members)).toEqual([])
  expect(gone(value, members, formerly)).not.toEqual([])
}

const order = {
  order_id: '#W2378156',
  customer_id: 'yusuf_rossi_9620',
  status: 'delivered',
  placed_at: '2026-11-02T10:12:00Z',
  created_at: '2026-11-02T10:12:01Z',
  address: { line1: '763 Broadway', city: 'Philadelphia', state: 'PA', zip: '19122', country: 'USA' },
  items: [
    {
      name: 'Camera',
      item_id: '6700049080',
      price: 466.75,
      quantity: 1,
      options: { resolution: '4K', color: 'black' },
    },
    { name: 'Thermostat', item_id: '4983901480', price: 262.47, quantity: 2, options: { color: 'white' } },
  ],
  fulfilments: [{ tracking: ['843053150535'], carrier: 'DHL', delivered_at: '2026-11-05' }],
  payments: [{ type: 'payment', amount: 991.69, method_id: 'credit_card_9513926' }],
  gift_wrap: true,
  insured: 'no',
  return_window_days: 30,
  return_eligible: false,
  return_reason: 'Opened electronics cannot be returned',
  points_earned: 99,
  notes: null,
}

describe('the one record that was asked for', () => {
  it('keeps yes and no, counts, times and remarks', () => {
    expectKept(order, [
      '"placed_at":"2026-11-02T10:12:00Z"',
      '"delivered_at":"2026-11-05"',
      '"gift_wrap":true',
      '"insured":"no"',
      '"return_window_days":30',
      '"return_eligible":false',
      '"return_reason":"Opened electronics cannot be returned"',
      '"points_earned":99',
    ])
  })

  it.each([
    ['versichert', 'ja'],
    ['erstattbar', 'nein'],
    ['remboursable', 'oui'],
    ['asegurado', 'sí'],
    ['застрахован', 'да'],
    ['保険', 'はい'],
    ['可退', '否'],
    ['sigortali', 'evet'],
  ])('keeps yes and no in other languages: %s', (name, value) => {
    expectKept({ ...order, [name]: value }, [`"${name}":"${value}"`])
  })

  it('does not keep an id for what its key says already', () => {
    const id = 'credit_card_9513926'
    const left = compacted(JSON.stringify({ ...order, [id]: { source: 'card', limit: 4000, id } }, null, 2), 0.77)
    expect(left.split(id)).toHaveLength(3)
  })

  it('still loses when it was written, and what says nothing', () => {
    const left = compacted(JSON.stringify(order, null, 2), 0.76)
    expect(left).not.toContain('created_at')
    expect(left).not.toContain('notes')
    expect(countTokens(left)).toBeLessThan(0.65 * countTokens(JSON.stringify(order, null, 2)))
  })

  it.each(['summary', 'subject', 'betreff'])('keeps its %s, and from when until when it is', (title) => {
    const event = {
      kind: 'calendar#event',
      etag: '"33"',
      id: 'd440e50454f31af3176813e02e',
      status: 'confirmed',
      link: `https://calendar.example/event?eid=${'WqipiNvTeik2giRv'.repeat(4)}`,
      created: '2026-11-01T08:00:00.000Z',
      updated: '2026-11-20T08:00:00.000Z',
      [title]: 'Quarterly review with the lamp makers',
      creator: { email: 'ada@lamp.example' },
      start: { dateTime: '2026-12-03T14:00:00+01:00', timeZone: 'Europe/Berlin' },
      end: { dateTime: '2026-12-03T15:30:00+01:00', timeZone: 'Europe/Berlin' },
      attendees: [
        { email: 'ada@lamp.example', response: 'accepted', organizer: true },
        { email: 'tom@lamp.example', response: 'declined', comment: 'On leave until 5 December' },
        { email: 'kim@lamp.example', response: 'needsAction', optional: true },
      ],
      reminders: { useDefault: false, overrides: [{ method: 'popup', minutes: 15 }] },
    }
    expectKept(event, [
      `"${title}":"Quarterly review with the lamp makers"`,
      '"dateTime":"2026-12-03T14:00:00+01:00"',
      '"dateTime":"2026-12-03T15:30:00+01:00"',
      '"organizer":true',
      '"comment":"On leave until 5 December"',
      '"optional":true',
      '"minutes":15',
    ])
  })

  it('is none of many: what a list says of each record goes as before', () => {
    const rows = Array.from({ length: 9 }, (_, at) => ({
      id: `n${at}`,
      lit: at % 3 === 0,
      lamps: at % 4,
      hall: `Hall ${at}`,
    }))
    const text = JSON.stringify(rows, null, 2)
    for (const budget of depths) expect(compacted(text, budget)).toBe(formerly(text, budget))
  })

  it('is none of a map of records', () => {
    const variants = Object.fromEntries(
      Array.from({ length: 9 }, (_, at) => [
        `668${at}0049${at}8${at}`,
        {
          item_id: `668${at}0049${at}8${at}`,
          options: { color: 'black', size: `${at}` },
          available: at % 3 > 0,
          price: 99.5 + at,
        },
      ]),
    )
    const text = JSON.stringify({ name: 'Lamp', product_id: '9523456873', variants }, null, 2)
    for (const budget of depths) expect(compacted(text, budget)).toBe(formerly(text, budget))
  })
})

describe('a few words of JSON', () => {
  it('lose nothing that says something', () => {
    const text = JSON.stringify({ temperature: 36, conditions: 'Light rain / drizzle', humidity: 82 })
    for (const budget of depths) expect(compacted(text, budget)).toBe(text)
    expect(formerly(text, 0.76)).not.toContain('humidity')
  })
})

describe('a text that a value is about', () => {
  const article = `Opened electronics may be returned within 14 days, unless the seal is broken. ${'Pack the lamp with its receipt and hand it to the carrier. '.repeat(9)}It does not apply to gift cards.`

  it('stays beside the members of its record', () => {
    const page = {
      id: 811,
      url: 'https://lamp.example/returns',
      title: 'Returns',
      body: article,
      tags: ['returns'],
      author: { id: 7, name: 'Kim' },
    }
    expectKept(page, [article])
  })

  it('stays in each of a few records', () => {
    const articles = Array.from({ length: 5 }, (_, at) => ({
      id: 810 + at,
      title: `Rule ${at}`,
      body: `${article} Rule ${at} is of 201${at}.`,
      locale: 'en-us',
      vote_sum: at * 3,
      updated_at: `2026-10-0${at + 1}T10:00:00Z`,
    }))
    expectKept(
      { articles, count: 5 },
      articles.map(({ body }) => body),
    )
  })

  it('may go where it stands for the second time', () => {
    const page = { id: 811, title: 'Returns', body: article, plain_body: article }
    expect(compacted(JSON.stringify(page), 0.76).split('unless the seal')).toHaveLength(2)
  })

  it('is no picture', () => {
    const picture = {
      id: 811,
      title: 'Lamp',
      body: article,
      image: `data:image/png;base64,${'iVBORw0KGgo'.repeat(50)}`,
    }
    expect(compacted(JSON.stringify(picture), 0.76)).not.toContain('iVBOR')
  })
})

describe('rows that no member names', () => {
  const tests = ['Creatinine', 'Urea', 'Potassium', 'Sodium', 'Filtration rate']
  const results = tests.map((test, at) => ({
    test,
    value: 1.9 + at * 11,
    unit: at % 2 === 0 ? 'mg/dL' : 'mmol/L',
    ref_low: 0.5 + at,
    ref_high: 1.1 + at * 20,
    flag: at % 2 === 0 ? 'H' : null,
  }))

  it('keep the first member that differs in all, what only some of them have, and the unit of an amount', () => {
    expectKept({ patient: { mrn: '884-2201' }, panel: 'Renal', results }, [
      ...tests.map((test) => `"test":"${test}"`),
      '"flag":"H"',
      '"unit":"mmol/L"',
    ])
  })

  it('keep how many, how bad, and on which page', () => {
    const hits = Array.from({ length: 4 }, (_, at) => ({
      id: `doc-${at}`,
      score: 0.14 + at / 7,
      severity: at + 1,
      metadata: { source: 'handbook.pdf', page: at + 3 },
    }))
    expectKept({ hits }, ['"page":3', '"page":6', '"severity":1', '"severity":4'])
  })

  it('are of several kinds where each has members of its own, which may go', () => {
    const events = Array.from({ length: 9 }, (_, at) => ({
      id: `e${at}`,
      [`a${at}x`]: 'lit',
      [`b${at}x`]: 'hall',
      [`c${at}x`]: 'lamp',
    }))
    expect(gone(events, ['"a4x":"lit"'])).toHaveLength(1)
  })
})

describe('members that mean something together', () => {
  it.each([
    ['departure', 'arrival'],
    ['start_time', 'end_time'],
    ['min_price', 'max_price'],
    ['entrada', 'salida'],
  ])('stay or go together: %s and %s', (one, other) => {
    const legs = Array.from({ length: 6 }, (_, at) => ({
      leg_id: `HAT${170 + at}`,
      [one]: at % 2 === 0 ? `2026-12-2${at}T07:1${at}:00` : `2026-12-2${at}T07:1${at}:00-07:00`,
      seats: at % 3,
      [other]: `1${at}:35`,
      cabin: 'economy',
    }))
    const text = JSON.stringify({ trip_id: 'ZFA04Y', legs }, null, 2)
    for (const budget of [...depths, 0.8, 0.85, 0.9]) {
      const left = compacted(text, budget)
      expect(left.split(`"${one}"`).length, `${budget}`).toBe(left.split(`"${other}"`).length)
    }
  })
})
