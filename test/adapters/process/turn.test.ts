import { describe, expect, it } from 'vitest'
import { turn } from '../../../adapters/process/turn.ts'

describe('a turn', () => {
  it('is one for all who wait for it, and comes after what is ready to run', async () => {
    const order: string[] = []
    setImmediate(() => order.push('ready'))
    await Promise.all(['first', 'second'].map((name) => turn().then(() => order.push(name))))

    expect(order).toEqual(['ready', 'first', 'second'])
  })

  it('is another one for who asks behind it', async () => {
    const before = turn()
    await before
    let isOver = false
    const next = turn().then(() => {
      isOver = true
    })
    await Promise.resolve()
    expect(turn()).not.toBe(before)
    expect(isOver).toBe(false)
    await next
  })
})
