// Makes the id of an exchange, a ULID. The ULID library asks the system for a random number for every character, which is
// expensive. Here one call fetches many.

import { ulid } from 'ulid'

const drawn = new Uint32Array(256)
let next = drawn.length

/** A number from 0 up to 1, from the system's generator. */
const random = (): number => {
  if (next === drawn.length) {
    crypto.getRandomValues(drawn)
    next = 0
  }
  const number = drawn[next] ?? 0
  next += 1
  return number / 2 ** 32
}

/** `now` in milliseconds since the epoch. Ids of later exchanges sort after earlier ones. */
export const exchangeId = (now: number): string => ulid(now, random)
