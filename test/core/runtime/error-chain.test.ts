import { expect, it } from 'vitest'
import { errorChain } from '../../../core/runtime/error-chain.ts'

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
