import { describe, expect, it } from 'vitest'
import { firstOf } from '../../../core/runtime/first-of.ts'

describe('the first of several signals', () => {
  it('fires with the first that fires, for its reason', () => {
    const [one, other] = [new AbortController(), new AbortController()]
    const first = firstOf([one.signal, other.signal])
    const heard: unknown[] = []
    first.addEventListener('abort', () => heard.push(first.reason))

    expect(first.aborted).toBe(false)
    other.abort('other')
    one.abort('one')

    expect([first.aborted, first.reason]).toEqual([true, 'other'])
    expect(heard).toEqual(['other'])
  })

  it('has fired where one has fired before, and the first of them says why', () => {
    const live = new AbortController()
    const first = firstOf([live.signal, AbortSignal.abort('was'), AbortSignal.abort('later')])
    live.abort('now')
    expect([first.aborted, first.reason]).toEqual([true, 'was'])
  })

  it('is itself where it is alone', () => {
    const { signal } = new AbortController()
    expect(firstOf([signal])).toBe(signal)
  })

  it('never fires of no signals', () => {
    expect(firstOf([]).aborted).toBe(false)
  })
})
