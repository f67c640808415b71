// Lines that only look like what is told line by line go as before, and what looks a little different is told all the same.

import { describe, expect, it } from 'vitest'
import { adelineByShowing } from '../../../../compressor/engines/adeline/editions.ts'
import { sliceSpans } from '../../../../core/text/spans.ts'
import { compacted } from './compacted.ts'

const depths = [0.5, 0.68, 0.72, 0.77] as const
const formerly = (text: string, budget: number): string => {
  const result = adelineByShowing.compress(text, { budget })
  return 'kept' in result ? sliceSpans(text, result.kept) : text
}
const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n')
const log = lines(150, (at) => `compiling module ${at} of the lamp with brass and glass`)
const two = (at: number): string => `${at}`.padStart(2, '0')

describe('is not told', () => {
  it.each([
    [
      'what a run of training costs',
      lines(100, (at) => `Epoch ${at} of the run (cost=0.${(at * 7919) % 1000}) took 3 s`),
    ],
    ['what counts the steps of a run', lines(200, (at) => `Reading shelf ${at} of the hall: done in ${at % 7} s`)],
    [
      'a table of samples whose last column counts',
      ` at                  | load\n---------------------+------\n${lines(200, (at) => ` 2026-01-01 00:${two(Math.floor(at / 60))}:${two(at % 60)} |  ${40 + (at % 5)}`)}\n(200 rows)\n`,
    ],
    [
      'how much is in use',
      lines(
        40,
        (at) =>
          `node ${at}\n  usage: ${at * 3}\n  total of the hall ${at}\n  another fact of ${at} here\n  and the last fact of ${at}\n`,
      ),
    ],
    [
      'what a list of issues calls them',
      lines(
        40,
        (at) =>
          `#${at} ${at % 9 === 0 ? '[hall] the lamp is out' : 'writing to a lamp that is out takes long'} in room ${at}`,
      ),
    ],
  ])('%s', (_name, text) => {
    expect(formerly(text, 0.72).length).toBeLessThan(text.length / 2)
    for (const budget of depths) expect(compacted(text, budget)).toBe(formerly(text, budget))
  })

  it('what stands directly above a plan, or is promised of something else than a resource', () => {
    const plan = 'QUERY PLAN\n|--SCAN o\n|--SEARCH p USING INDEX oc (c=?)\n`--USE TEMP B-TREE FOR ORDER BY'
    const left = compacted(`${log}\n${plan}\n`, 0.72)
    expect(left).toContain(plan)
    expect(left).not.toContain('module 100 of')
    const remarks = `# lamps must be lit\n\n${lines(150, (at) => `  ~ step ${at} of the lamp: done`)}`
    expect(compacted(remarks, 0.72)).toBe(formerly(remarks, 0.72))
  })

  it('what stands below a change, once it is closed', () => {
    const change = `  # lamp_bucket.logs will be created\n  + resource "lamp_bucket" "logs" {\n      + bucket = "logs"\n    }`
    const done = lines(150, (at) => `+ compiling module ${at}`)
    const left = compacted(`${change}\n\n${done}\n`, 0.72)
    expect(left).toContain(change)
    expect(left).not.toContain('module 100\n')
  })
})

describe('is told', () => {
  it('a change of a resource whose index holds blanks, with the address of each', () => {
    const text = `Terraform will perform the following actions:\n\n${lines(8, (at) => `  # lamp_bucket.logs["hall ${at}"] will be created\n  # (moved from lamp_bucket.old)\n  + resource "lamp_bucket" "logs" {\n      + acl    = (known after apply)\n      + bucket = "logs-${at}"\n      + id     = (known after apply)\n    }\n`)}\nPlan: 8 to add, 0 to change, 0 to destroy.\n\nChanges to Outputs:\n  + first = "logs-0"\n`
    for (const budget of depths) {
      const left = compacted(text, budget)
      for (let at = 0; at < 8; at += 1) expect(left).toContain(`hall ${at}"]`)
      for (let at = 0; at < 8; at += 1) expect(left).toContain(`= "logs-${at}"`)
      expect(left).toContain('+ first')
    }
  })

  it('the end of each run of a test, where packages share its name and one of them does not end', () => {
    const runs = lines(
      6,
      () => `${lines(10, (at) => `=== RUN   TestLamp${at}`)}\n${lines(10, (at) => `--- PASS: TestLamp${at} (0.00s)`)}`,
    )
    const broken = '=== RUN   TestWick\n=== RUN   TestWick/short\npanic: no wick\nFAIL\tlamp\t0.01s'
    const left = compacted(`${runs}\n${broken}\n=== RUN   TestWick\n--- PASS: TestWick (0.00s)\nok  \toil\t0.01s`, 0.74)
    expect(left.split('--- PASS: TestLamp7')).toHaveLength(7)
    expect(left).toContain('=== RUN   TestWick\n=== RUN   TestWick/short')
    expect(left).not.toContain('=== RUN   TestLamp7')
  })

  it('what a build calls its image, and its digest', () => {
    const step = (at: number): string =>
      `#${at + 1} [${at}/9] RUN make lamp-${at}\n#${at + 1} transferring context: ${at} kB done\n#${at + 1} 1.${at}12 lamp ${at} is made of brass\n#${at + 1} DONE 0.${at}s\n`
    const text = `#0 building with "default" instance using docker driver\n\n${lines(9, step)}\n#11 exporting to image\n#11 exporting layers done\n#11 writing image sha256:abc0123 done\n#11 naming to docker.io/library/lamp:1.4 done\n#11 DONE 0.1s`
    expect(compacted(text, 0.72)).toContain('naming to')
    expect(compacted(text, 0.72)).toContain('writing image')
    expect(compacted(text, 0.72)).not.toContain('#4 transferring')
  })
})
