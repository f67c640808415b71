import { expect, it } from 'vitest'
import { errorChain, reasonsOf } from '../../../core/runtime/error-chain.ts'

it('is an error and its causes, the error first', () => {
  const cause = new TypeError('inside')
  const error = new Error('outside', { cause })
  expect(errorChain(error)).toEqual([error, cause])
  expect(errorChain(new Error('x', { cause: 'no error' }))).toHaveLength(1)
  expect(errorChain('no error')).toEqual([])
})

it('ends where a cause leads back to its error', () => {
  const error = new Error('round')
  error.cause = error
  expect(errorChain(error)).toHaveLength(10)
})

it('is told by codes, and by names where a code is none or a number', () => {
  const refused = Object.assign(new Error('no'), { code: 'ECONNREFUSED' })
  expect(reasonsOf(new TypeError('gone', { cause: refused }))).toEqual(['TypeError', 'ECONNREFUSED'])
  expect([reasonsOf(AbortSignal.abort().reason), reasonsOf('no error')]).toEqual([['AbortError'], []])
})
