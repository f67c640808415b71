// Random numbers that a seed repeats: the same ones on every machine.

/** Numbers from 0 up to 1 (mulberry32). */
export const randomFrom = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The items in a random order (Fisher-Yates). */
export const shuffled = <Item>(items: readonly Item[], random: () => number): Item[] => {
  const rest = [...items]
  const order: Item[] = []
  while (rest.length > 0) order.push(...rest.splice(Math.floor(random() * rest.length), 1))
  return order
}

/** Choices that follow from one seed. */
export class Random {
  readonly #next: () => number

  constructor(seed: number) {
    this.#next = randomFrom(seed)
  }

  /** A whole number from 0 to `limit`, exclusive. */
  below(limit: number): number {
    return (this.#next() * 4_294_967_296) % limit
  }

  /** One of the things. */
  pick<T>(things: readonly [T, ...T[]]): T {
    return things[this.below(things.length)] ?? things[0]
  }

  /** `write` this often, joined. */
  times(count: number, write: (at: number) => string, between = ''): string {
    return Array.from({ length: count }, (_, at) => write(at)).join(between)
  }
}
