import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { clientLeft } from '../../../lambdas/platform/client-left.ts'

const stream = (state: { destroyed?: boolean; writableEnded?: boolean } = {}) =>
  Object.assign(new EventEmitter(), state)

describe('a client', () => {
  it('has left when its stream closes before the answer has ended', () => {
    const open = stream()
    const left = clientLeft(open)

    expect(left.aborted).toBe(false)
    open.emit('close')
    expect(left.aborted).toBe(true)
  })

  it('has left when its stream was closed before anybody looked', () => {
    expect(clientLeft(stream({ destroyed: true })).aborted).toBe(true)
  })

  it('has not left when its stream closes behind the end of the answer', () => {
    const open = stream()
    const left = clientLeft(open)

    open.writableEnded = true
    open.emit('close')
    expect(left.aborted).toBe(false)
  })
})
