import { describe, expect, it } from 'vitest'
import { turn, turnOfOwn } from '../../../adapters/process/turn.ts'
import { inTurns } from '../../../core/runtime/pieces.ts'

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

describe('a turn of its own', () => {
  it('comes to those who ask first, first, each in another turn of the loop', async () => {
    const order: string[] = []
    const all = ['first', 'second', 'third'].map((name) => turnOfOwn().then(() => order.push(name)))
    for (const name of ['one turn', 'two turns']) {
      await turn()
      order.push(name)
    }
    await Promise.all(all)
    expect(order).toEqual(['first', 'one turn', 'second', 'two turns', 'third'])
  })

  it('comes again to who asks again, behind those who wait', async () => {
    const order: string[] = []
    const works = ['a', 'b'].map(async (name) => {
      for (let step = 1; step <= 2; step += 1) {
        await turnOfOwn()
        order.push(`${name}${step}`)
      }
    })
    await Promise.all(works)
    await turnOfOwn()
    expect(order).toEqual(['a1', 'b1', 'a2', 'b2'])
  })

  it('lets a short request pass many long bodies: it waits for one piece each time, however many there are', async () => {
    let [clock, pieces] = [0, 0]
    // Every piece takes the whole of its time.
    const elapsed = () => (clock += 10)
    const long = function* () {
      for (let left = 50; left > 0; left -= 1) {
        pieces += 1
        yield
      }
    }
    const bodies = Array.from({ length: 32 }, () =>
      inTurns(long(), { elapsed, turn: turnOfOwn }, Number.POSITIVE_INFINITY),
    )
    const begun = pieces
    for (let waits = 0; waits < 10; waits += 1) await turn()
    expect(pieces - begun).toBeLessThanOrEqual(10)
    await Promise.all(bodies)
    expect(pieces).toBe(32 * 50)
  })
})
