import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { adeline, adelineByVerdicts } from '../../../../compressor/engines/adeline/editions.ts'
import { sliceSpans } from '../../../../core/text/spans.ts'

const names = Array.from({ length: 24 }, (_, at) => `package-${at}.json`)
const listing = (before: (at: number) => string): string =>
  ['total 96', ...names.map((name, at) => `${before(at)} ${name}`)].join('\n')
const details = (at: number): string => `-rw-r--r--  1 root root  ${400 + 37 * at} Oct ${10 + at}  2024`

const leftOf = (text: string, budget: number, engine = adeline): string => {
  const result = engine.compress(text, { budget })
  return 'kept' in result ? sliceSpans(text, result.kept) : text
}

describe('files with their details', () => {
  it('lose the details before their names', () => {
    const left = leftOf(listing(details), 0.76).split('\n')
    expect(left.filter((line) => names.includes(line)).length).toBeGreaterThan(names.length / 2)
    expect(left.at(-1)).toBe(`${details(23)} ${names[23]}`)
    expect(leftOf(listing(details), 0.76, adelineByVerdicts)).not.toContain(names[12])
  })

  it.each([
    ['another time zone', '-rw-r--r-- 1 root root 485 2024-10-24 20:24:01.123456789 +0000'],
    ['this year', 'drwxrwxr-x+ 2 ada staff 4.0K Oct 24 20:24'],
    ['a device', 'brw-rw---- 1 root disk 8, 0 Oct 24 20:24'],
    ['an ISO day', '-rwsr-xr-x. 12 root root 10485 2024-10-24 20:24'],
  ])('are known in other spellings: %s', (_, before) => {
    const text = listing(() => before)
    expect(leftOf(text, 0.76)).toContain(`\n${names[12]}\n`)
  })

  it('keep what no detail stands in front of', () => {
    const text = listing((at) => `-rw-r--r-- is how ${at} shows`)
    for (const budget of [0.7, 0.74, 0.78]) expect(leftOf(text, budget)).toBe(leftOf(text, budget, adelineByVerdicts))
  })

  it('never stay without their name', () => {
    fc.assert(
      fc.property(fc.integer({ min: 50, max: 100 }), fc.nat(23), (percent, at) => {
        const left = leftOf(listing(details), percent / 100).split('\n')
        expect(left.some((line) => line.startsWith(details(at)) && !line.endsWith(names[at] ?? ''))).toBe(false)
      }),
      { numRuns: 50 },
    )
  })

  it('go no sooner than anything of a listing at the default', () => {
    expect(leftOf(listing(details), 0.5)).toBe(listing(details))
  })
})
