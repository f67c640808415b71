// Takes samples of several targets side by side: in every round each of them once, in a random order, so that what
// else runs on the machine falls on all of them alike.

import { setTimeout as wait } from 'node:timers/promises'
import { shuffled } from '../../testkit/random.ts'

export interface Rounds {
  readonly counted: number
  /** Before them, thrown away. */
  readonly warmUp: number
  readonly random: () => number
  /** After each sample: what goes on behind an answer shall not fall on the next one. */
  readonly pauseMilliseconds: number
}

/** Samples by target, in the order of the rounds. `sample` gets a number of its own every time. */
export const interleaved = async <Item, Sample>(
  items: readonly Item[],
  { counted, warmUp, random, pauseMilliseconds }: Rounds,
  sample: (item: Item, number: number) => Promise<Sample>,
): Promise<Map<Item, Sample[]>> => {
  const taken = new Map<Item, Sample[]>(items.map((item) => [item, []]))
  let number = 0
  for (let round = 0; round < warmUp + counted; round += 1) {
    for (const item of shuffled(items, random)) {
      number += 1
      const one = await sample(item, number)
      if (round >= warmUp) taken.get(item)?.push(one)
      await wait(pauseMilliseconds)
    }
  }
  return taken
}
