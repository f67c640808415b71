// Records as lines of `key: value`, sections of reports, and options of commands.

import { describe, expect, it } from 'vitest'
import { adeline, adelineByListing, adelineByPrinting } from '../../../../compressor/engines/adeline/editions.ts'
import { sliceSpans } from '../../../../core/text/spans.ts'
import { compacted } from './compacted.ts'

const depths = [0.68, 0.7, 0.72, 0.74, 0.76, 0.8, 0.9, 1] as const

const words = 'lamp oven kettle shelf drawer window ladder bucket garden cellar attic porch'.split(' ')
const word = (at: number): string => words[at % words.length] ?? ''

type Record = readonly (readonly [key: string, value: string])[]

const services = (at: number): Record => [
  ['Name', `${word(at)}-web`],
  ['Namespace', 'shop'],
  ['Labels', `app=${word(at)}`],
  ['Selector', `app=${word(at)},tier=${at % 2}`],
  ['Type', 'ClusterIP'],
  ['IP', `10.96.0.${at}`],
  ['TargetPort', '8080/TCP'],
  ['Endpoints', `10.1.0.${at}:8080`],
]
const machines = (at: number): Record => [
  ['Id', `${at}`],
  ['Name', word(at)],
  ['UUID', `1234-abcd-${at}`],
  ['OS Type', 'hvm'],
  ['State', 'running'],
  ['Max memory', `${1024 * (at + 1)} KiB`],
  ['Autostart', at % 3 === 0 ? 'enable' : 'disable'],
]

const print = (record: Record, between: string): string =>
  record.map(([key, value]) => `${key}${between}${value}`).join('\n')

describe('a record of lines', () => {
  for (const [name, record, parting] of [
    ['kubectl describe', services, '\n\n\n'],
    ['virsh dominfo', machines, '\n\n'],
    ['with rules between them', machines, '\n---\n'],
  ] as const)
    it(`keeps its name, and a key stays or goes in all of them: ${name}`, () => {
      for (const count of [2, 7])
        for (const between of [':  ', ': ', '=']) {
          const records = Array.from({ length: count }, (_, at) => record(at))
          for (const budget of depths) {
            const left = compacted(`${records.map((one) => print(one, between)).join(parting)}\n`, budget)
            const lines = left.split('\n').filter((line) => line.includes(between))
            for (const [key] of record(0)) {
              const told = lines.filter((line) => line.startsWith(`${key}${between}`)).length
              expect([0, count], `${budget}: ${key}`).toContain(told)
              if (['Name', 'Namespace', 'Id', 'State'].includes(key)) expect(told, `${budget}: ${key}`).toBe(count)
            }
          }
        }
    })
})

describe('a record of lines behind a blank that is neither space nor tab', () => {
  it.each(['\u00a0', '\f', '\u3000'])('keeps its name, in the versions before as well: %j', (blank) => {
    const record = (at: number): Record => [
      ['State', 'running'],
      [`${blank}Name`, `${word(at)}-web`],
      ...machines(at).filter(([key]) => key !== 'Name' && key !== 'State'),
    ]
    const text = `${Array.from({ length: 9 }, (_, at) => print(record(at), ': ')).join('\n\n')}\n`
    for (const engine of [adeline, adelineByListing, adelineByPrinting]) {
      const result = engine.compress(text, { budget: 1 })
      const left = 'kept' in result ? sliceSpans(text, result.kept) : ''
      expect(left.match(/Name: /g), engine.version).toHaveLength(9)
    }
  })
})

describe('the heading of a section', () => {
  const answers = Array.from({ length: 9 }, (_, at) => `house.test. ${300 + at} IN A 10.0.0.${at}`)
  const text = `;; flags: qr rd ra; QUERY: 1, ANSWER: 9\n\n;; OPT PSEUDOSECTION:\n; EDNS: version: 0, flags:; udp: 512\n;; QUESTION SECTION:\n;house.test. IN A\n\n;; ANSWER SECTION:\n${answers.join('\n')}\n\nConfiguration error:\nThe file conf.py has a mistake on line 62.\n\nNotes:\nThe house is open.\n`

  it('stays with what is below it, and not alone', () => {
    for (const budget of depths) {
      const left = compacted(text, budget).split('\n')
      for (const [at, line] of left.entries())
        if (/:$/.test(line)) expect(left[at + 1]?.trim(), `${budget}: ${line}`).toBeTruthy()
      if (left.includes(';house.test. IN A')) expect(left).toContain(';; QUESTION SECTION:')
      if (left.some((line) => answers.includes(line))) expect(left).toContain(';; ANSWER SECTION:')
    }
  })
})

describe('what is said of an option', () => {
  const option = (at: number): string =>
    `       -${String.fromCharCode(97 + at)}, --${word(at)}-${at}\n              opens the ${word(at + 1)}-${at} where it stands, and if it is locked the\n              ${word(at + 2)}-${at} as well (this does nothing without --${word(at + 3)})`
  const options = Array.from({ length: 14 }, (_, at) => option(at))

  it('stays or goes as a whole, and its name stays', () => {
    const text = `NAME\n       house - keep a house\n\nDESCRIPTION\n       House opens rooms.\n\n${options.join('\n\n')}\n\nAUTHOR\n       Ada.\n`
    for (const budget of depths) {
      const left = compacted(text, budget)
      for (const one of options) {
        const lines = one.split('\n').filter((line) => left.split('\n').includes(line.trimEnd()))
        expect([1, 3], `${budget}: ${lines.join()}`).toContain(lines.length)
      }
    }
  })
})
