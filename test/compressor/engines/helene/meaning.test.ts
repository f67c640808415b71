// What must keep its meaning: denials, limits, relations between numbers, names, quotations, code.

import { describe, expect, it } from 'vitest'
import { helene } from '../../../../compressor/engines/helene/engine.ts'
import { sliceSpans } from '../../../../core/text/spans.ts'

const padding =
  ' It was a quiet afternoon in the office, and most of the people were already thinking about the weekend that was coming.'

const left = (text: string, rate: number): string => {
  const result = helene.compress(text + padding, { rate })
  if ('abstained' in result) throw new Error(`abstained: ${result.abstained}`)
  return sliceSpans(text + padding, result.kept)
}

/** Texts and the phrases that stay in them, in this order, at every rate. */
const always: readonly (readonly [text: string, ...phrases: string[]])[] = [
  ['The upgrade is not automatic for any of the accounts that were created last year.', 'not automatic'],
  ['You must never delete the old archive without asking the owner of it first.', 'never delete', 'without asking'],
  ['All but two of the cables were sound when they were measured by the team.', 'All but two'],
  ['Delete everything but the folder named keep, because it was full for a long time.', 'everything but', 'folder'],
  ['Please restart every node but the primary one that was put into the other room.', 'every node but', 'primary'],
  ['It is said that anyone but the owner of the house can read what was written there.', 'anyone but', 'owner'],
  ['Keep none but the newest file of the ones that were written on the day before.', 'none but', 'newest'],
  ['Not more than 12 visitors at a time are allowed in the old part of the house.', 'Not more than 12'],
  ['The deposit will be returned within 30 days after the end of the whole term.', 'within 30 days'],
  ['At least 3 of the 12 customers have not paid for what they have received.', 'At least 3 of the 12', 'not paid'],
  ['The price of the house is $5.2 million, not $4.8 million as it was said before.', '$5.2 million, not $4.8 million'],
  ['The values that we have seen lie between 95% and 105% of what was planned.', 'between 95% and 105%'],
  ['It was open from 1990 to 1995 and was then sold to somebody else in the town.', '1990 to 1995'],
  ['The meeting takes place on February 7, 2026, in the big room on the first floor.', 'February 7, 2026'],
  [
    'The rate is 4% above the base rate but never more than the maximum permitted by law.',
    '4%',
    'never more than',
    'maximum',
  ],
  ['Neither the trucks nor the buses of the town may use the temporary crossing.', 'Neither', 'trucks', 'nor', 'buses'],
  ['The build failed with an error that said something about a timeout in the gateway.', 'failed', 'error', 'timeout'],
  ['Please run `npm run build --fast` before you push to the branch of the team.', '`npm run build --fast`'],
  [
    'The file is in /usr/local/share/data and the page is https://example.com/a?b=c#d now.',
    '/usr/local/share/data',
    'https://example.com/a?b=c#d',
  ],
  [
    'The setting is called max_retry_count and it belongs to payment.gateway.retry there.',
    'max_retry_count',
    'payment.gateway.retry',
  ],
  ['Write to bob@example.com if you do not hear from us for more than a week or so.', 'bob@example.com', 'not hear'],
  ['The machine cannot be used by children under 12 unless an adult is with them.', 'cannot', 'under 12'],
]

describe('helene-1 keeps', () => {
  it.each(always)('%s', (text, ...phrases) => {
    for (const rate of [0.2, 0.4, 0.6, 0.8, 1]) {
      const kept = left(text, rate)
      let from = 0
      for (const phrase of phrases) {
        const at = kept.indexOf(phrase, from)
        expect(at, `"${phrase}" at ${rate} in: ${kept}`).toBeGreaterThanOrEqual(0)
        from = at + phrase.length
      }
    }
  })

  it('what a function word limits together with that word', () => {
    const text =
      'The hospital is liable for lost valuables only if they were handed over to the administration for safekeeping.'
    for (const rate of [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7]) {
      const kept = left(text, rate)
      if (/handed|administration|safekeeping/.test(kept)) expect(kept).toMatch(/only if/)
    }
  })

  it('names, quotations and amounts whole or not at all', () => {
    const text =
      'She studied at the University of Chicago, met Jean Paul Marat there, and said "it was a golden age" to the writers of the paper about it.'
    for (const rate of [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1]) {
      const kept = left(text, rate)
      for (const whole of ['University of Chicago', 'Jean Paul Marat', '"it was a golden age"'])
        for (const word of whole.match(/[A-Za-z]{4,}/g) ?? [])
          if (kept.includes(word)) expect(kept, `${word} at ${rate}`).toContain(whole)
    }
  })

  it('the items of a list apart', () => {
    const text =
      'In the autumn of that year the army went through Gaza, Lebanon, Syria, Acre, Sidon, Damascus and Aleppo to the north.'
    for (const rate of [0.1, 0.3, 0.5, 0.6, 0.7, 0.8]) {
      const places = '(Gaza|Lebanon|Syria|Acre|Sidon|Damascus|Aleppo)'
      expect(left(text, rate)).not.toMatch(new RegExp(`${places} ${places}`))
    }
  })

  it('code, tables and JSON inside prose byte for byte', () => {
    const blocks = [
      '```sh\nrm -rf  ./the/build\n```\n',
      '| the | a |\n|---|---|\n| of | 1 |\n',
      '{"the": ["a",  1.0]}\n',
    ]
    for (const block of blocks) {
      const text = `The first part of the text explains what we are going to do with the block below.\n\n${block}\nAfter that, the second part tells the reader about what the result of it was, and why it matters.`
      for (const rate of [0.1, 0.3, 1]) expect(left(text, rate)).toContain(block)
    }
  })

  it('headings, the speakers of lines that stay, and the last question', () => {
    const text =
      '# What we know about it\n\nAnna: I think that we should go to the lake on the weekend.\nBen: That is a very good idea, in my opinion.\nWhere does the train of the afternoon leave from?\n'
    for (const rate of [0.3, 0.5, 0.8]) {
      const kept = left(text, rate)
      expect(kept).toContain('# What we know about it')
      expect(kept).toContain('Where does the train of the afternoon leave from?')
      if (kept.includes('lake')) expect(kept).toContain('Anna:')
      if (kept.includes('idea')) expect(kept).toContain('Ben:')
    }
  })
})
