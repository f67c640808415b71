import { describe, expect, it } from 'vitest'
import { atOnce, BudgetSpent, eachInTurn, type InPieces, inTurns, pauses } from '../../../core/runtime/pieces.ts'

/** A clock that moves only with the work, and how often others had their turn. */
const paced = () => {
  let now = 0
  let turns = 0
  return {
    pace: {
      elapsed: () => now,
      turn: async () => {
        turns += 1
        now += 1_000
      },
    },
    work: (milliseconds: number): void => {
      now += milliseconds
    },
    turns: () => turns,
  }
}

function* pieces(count: number, work: () => void): InPieces<number> {
  for (let done = 0; done < count; done += 1) {
    work()
    yield
  }
  return count
}

describe('work in pieces', () => {
  it('is done at once where nobody waits', () => {
    expect(atOnce(pieces(1_000, () => {}))).toBe(1_000)
  })

  it('gives what is worked out of each item, in order, and lets others have their turn every ten milliseconds', async () => {
    const { pace, work, turns } = paced()
    const items = Array.from({ length: 8 }, (_, index) => index)

    const doubled = await eachInTurn(items, pauses(pace), (item) => {
      work(5)
      return 2 * item
    })

    expect(doubled).toEqual(items.map((item) => 2 * item))
    expect(turns()).toBe(3)
  })

  it('lets others have their turn every ten milliseconds', async () => {
    const { pace, work, turns } = paced()

    expect(
      await inTurns(
        pieces(100, () => work(1)),
        pace,
        500,
      ),
    ).toBe(100)
    expect(turns()).toBe(10)
  })

  it('takes no turn when it is short', async () => {
    const { pace, work, turns } = paced()

    await inTurns(
      pieces(9, () => work(1)),
      pace,
      500,
    )
    expect(turns()).toBe(0)
  })

  it('is given up when it has worked for longer than its budget, however long others took', async () => {
    const { pace, work, turns } = paced()
    const late = inTurns(
      pieces(1_000, () => work(1)),
      pace,
      50,
    )

    await expect(late).rejects.toThrow(BudgetSpent)
    expect(turns()).toBe(4)
  })

  it('rejects with what the work throws', async () => {
    const fails = pieces(2, () => {
      throw new Error('no')
    })

    await expect(inTurns(fails, paced().pace, 50)).rejects.toThrow('no')
  })
})

describe('a pause', () => {
  it('is made only after long work', async () => {
    const { pace, work, turns } = paced()
    const pause = pauses(pace)

    await pause()
    work(9)
    await pause()
    expect(turns()).toBe(0)
    work(9)
    await pause()
    expect(turns()).toBe(1)
    await pause()
    expect(turns()).toBe(1)
  })
})
