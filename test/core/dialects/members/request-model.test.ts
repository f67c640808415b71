// The name of a model is kept in the ledger and the log: no other text of a request gets there in its place.

import { expect, it } from 'vitest'
import { modelMember, modelName } from '../../../../core/dialects/members/request-model.ts'
import { scanJson } from '../../../../core/json/scan.ts'

it.each(['claude-opus-5', 'gpt-4.1', 'anthropic/claude-3:beta', 'accounts/me/models/x@2026', 'a+b_c', 'm'.repeat(128)])(
  '%s may be a name',
  (said) => {
    expect(modelName(said)).toBe(said)
  },
)

it.each(['', 'm'.repeat(129), 'a prompt in its place', 'a\nb', 'naïve', '<b>', 'x"y'])('%j is none', (said) => {
  expect(modelName(said)).toBeUndefined()
})

it('none is said where there is no model, or more than one', () => {
  expect(modelName(undefined)).toBeUndefined()
  const asked = (body: string) => {
    const tape = scanJson(body)
    return tape === undefined ? 'no JSON' : modelMember(tape)
  }
  expect([asked('{"model":"m"}'), asked('{}'), asked('{"model":"m","model":"n"}'), asked('{"model":1}')]).toEqual([
    'm',
    undefined,
    undefined,
    undefined,
  ])
})
