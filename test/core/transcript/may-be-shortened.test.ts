import { describe, expect, it } from 'vitest'
import { mayBeShortened, mayBeShortenedAtOnce, type PinReason } from '../../../core/transcript/may-be-shortened.ts'

const reasons = ['error-result', 'file-read', 'unknown-call', 'unknown-shape'] as const satisfies readonly PinReason[]

describe('when a result may be shortened', () => {
  it('at once, if nothing pins it', () => {
    expect([mayBeShortened({}), mayBeShortenedAtOnce({})]).toEqual([true, true])
  })

  it.each(reasons)('never, if %s pins it', (pinned) => {
    expect([mayBeShortened({ pinned }), mayBeShortenedAtOnce({ pinned })]).toEqual([false, false])
  })

  it('later and not at once, if it is a file read that is superseded', () => {
    const segment = { pinned: 'file-read', superseded: true } as const
    expect([mayBeShortened(segment), mayBeShortenedAtOnce(segment)]).toEqual([true, false])
  })
})
