// What verify-deployment prints: every outcome, the questions, the count, and no key.

import { describe, expect, it } from 'vitest'
import type { Outcome } from '../../verify/check.ts'
import type { Result } from '../../verify/outcome.ts'
import { questions } from '../../verify/questions.ts'
import { countText, outcomeText, questionsText } from '../../verify/report.ts'

const outcome = (result: Result, seen: string): Outcome => ({
  check: { name: 'streams: pieces', means: 'words appear as they are said', answers: 'pieces' },
  result,
  seen,
})

describe('the table', () => {
  it('names check, result, what was seen and what it means', () => {
    const text = outcomeText(outcome('failed', 'one lump after 3 s'), [])
    expect(text).toMatch(/^FAILED +streams: pieces +one lump after 3 s +words appear as they are said\n$/)
  })

  it('shows no key and no terminal control character', () => {
    const text = outcomeText(outcome('passed', 'ak_secret and sk_secret\u001b[2J\nrow'), ['ak_secret', 'sk_secret'])
    expect(text).not.toContain('secret')
    expect(text).not.toContain('\u001b')
    expect(text).toContain('(key) and (key) [2J row')
  })

  it('keeps every word of a long text', () => {
    const words = Array.from({ length: 40 }, (_, index) => `word${index}`)
    const text = outcomeText(outcome('passed', `${words.join(' ')} ${'x'.repeat(150)}`), [])
    for (const word of words) expect(text).toContain(word)
    expect(text.replace(/[^x]/g, '')).toHaveLength(150)
  })
})

it('answers each question or leaves it open', () => {
  const text = questionsText([outcome('passed', 'twelve arrivals')], [])
  for (const question of Object.values(questions)) expect(text).toContain(question)
  expect(text).toContain(`${questions.pieces}\n      passed: twelve arrivals`)
  expect(text).toContain('npx cdk diff')
})

it.each([
  { results: ['passed', 'passed'] as const, text: '2 passed, 0 failed' },
  { results: ['passed', 'failed', 'skipped'] as const, text: '1 passed, 1 failed, 1 skipped' },
])('counts: $text', ({ results, text }) => {
  expect(countText(results.map((result) => outcome(result, '')))).toBe(text)
})
