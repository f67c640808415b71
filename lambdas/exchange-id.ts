// The id of an exchange: a ULID. Its library asks the system for chance once for every character, which is dear; here the same
// source is asked for many at once.

import { ulid } from 'ulid'

const drawn = new Uint32Array(256)
let next = drawn.length

/** From 0 up to 1, by the system's generator. */
const random = (): number => {
  if (next === drawn.length) {
    crypto.getRandomValues(drawn)
    next = 0
  }
  const number = drawn[next] ?? 0
  next += 1
  return number / 2 ** 32
}

/** `now` in milliseconds since the epoch: ids of later exchanges sort behind. */
export const exchangeId = (now: number): string => ulid(now, random)
