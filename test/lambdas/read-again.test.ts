// What a function reads when it starts is read again: a change reaches environments that already run.

import { describe, expect, it, vi } from 'vitest'
import { readAgain } from '../../lambdas/read-again.ts'

const minute = 60_000

/** Reads what stands in `said`, unless it is away. */
const reader = () => {
  const world = { now: 0, said: 'one', away: false, reads: 0, made: 0 }
  const current = readAgain({
    read: async () => {
      world.reads += 1
      if (world.away) throw new Error('away')
      return { said: world.said }
    },
    make: ({ said }) => {
      world.made += 1
      return { said }
    },
    milliseconds: minute,
    now: () => world.now,
  })
  return { world, current }
}

describe('what was read at the start', () => {
  it('is read once within its time, and again after it', async () => {
    const { world, current } = reader()

    await current()
    world.said = 'two'
    world.now = minute - 1
    expect(await current()).toEqual({ said: 'one' })
    expect(world.reads).toBe(1)
    world.now = minute
    expect(await current()).toEqual({ said: 'two' })
    expect(world.reads).toBe(2)
  })

  it('is made again only where it has changed: what was made may remember', async () => {
    const { world, current } = reader()

    const first = await current()
    world.now = minute
    expect(await current()).toBe(first)
    expect(world).toMatchObject({ reads: 2, made: 1 })
  })

  it('goes on as it was where it cannot be read, and is not asked for by every request', async () => {
    const { world, current } = reader()

    const first = await current()
    Object.assign(world, { now: minute, away: true })
    expect(await current()).toBe(first)
    expect(await current()).toBe(first)
    expect(world.reads).toBe(2)
    Object.assign(world, { now: 2 * minute, away: false, said: 'two' })
    expect(await current()).toEqual({ said: 'two' })
  })

  it('is read again in its time also where the machine’s clock is set back', async () => {
    const clock = vi.spyOn(Date, 'now').mockReturnValue(10 * minute)
    try {
      let reads = 0
      const current = readAgain({ read: async () => (reads += 1), make: (read) => read, milliseconds: 5 })
      await current()
      clock.mockReturnValue(0)
      await new Promise((resolve) => setTimeout(resolve, 20))
      expect(await current()).toBe(2)
    } finally {
      clock.mockRestore()
    }
  })

  it('throws while it was never read, and is asked for by every request', async () => {
    const { world, current } = reader()
    world.away = true

    await expect(current()).rejects.toThrow('away')
    await expect(current()).rejects.toThrow('away')
    world.away = false
    expect(await current()).toEqual({ said: 'one' })
  })
})
