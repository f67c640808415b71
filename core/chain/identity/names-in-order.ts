// The order of members.

import { mayChange, plainUnits } from '../../json/plain-spelling.ts'
import { endOf, rawOf, startOf } from '../../json/read.ts'
import type { JsonTape } from '../../json/scan.ts'

/** Which of two keys comes first by the bytes of its name, quotes included: negative, 0 or positive. */
const compareBytes = (tape: JsonTape, bytes: Uint8Array, one: number, other: number): number => {
  const start = startOf(tape, one)
  const otherStart = startOf(tape, other)
  const length = endOf(tape, one) - start
  const otherLength = endOf(tape, other) - otherStart
  for (let at = 0; at < length && at < otherLength; at += 1) {
    const difference = (bytes[start + at] ?? 0) - (bytes[otherStart + at] ?? 0)
    if (difference !== 0) return difference
  }
  return length - otherLength
}

/** Whether one of these names may have another spelling than the plain one. */
const mayAnyChange = (tape: JsonTape, bytes: Buffer, keys: Int32Array, from: number, until: number): boolean => {
  if (tape.isSpelledPlainly === true) return false
  for (let index = from; index < until; index += 1) {
    const key = keys[index] ?? 0
    if (mayChange(bytes, startOf(tape, key), endOf(tape, key))) return true
  }
  return false
}

/** Each name is spelled once, and not for each comparison: one with an escape in it costs what it takes to write a string. */
const orderSpelled = (tape: JsonTape, keys: Int32Array): void => {
  const named = Array.from(keys, (key) => ({ key, name: plainUnits(tape, startOf(tape, key), endOf(tape, key)) }))
  named.sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0))
  keys.set(named.map(({ key }) => key))
}

/** Where a key belongs among those before it, which are in order: behind all that share its name. */
const placeOf = (tape: JsonTape, bytes: Uint8Array, keys: Int32Array, from: number, index: number): number => {
  const key = keys[index] ?? 0
  // As most names come.
  if (compareBytes(tape, bytes, keys[index - 1] ?? 0, key) <= 0) return index
  let low = from
  let high = index - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (compareBytes(tape, bytes, keys[middle] ?? 0, key) <= 0) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Puts the keys from `from` up to `until` in order by the units of the plain spelling of their names, in place. Those that share a name stay in
 * their order. To make room for each moves those behind it, so that they should be few.
 */
export const orderByName = (tape: JsonTape, keys: Int32Array, from: number, until: number): void => {
  const { bytes } = tape
  if (bytes === undefined || mayAnyChange(tape, bytes, keys, from, until)) {
    orderSpelled(tape, keys.subarray(from, until))
    return
  }
  for (let index = from + 1; index < until; index += 1) {
    const place = placeOf(tape, bytes, keys, from, index)
    if (place === index) continue
    const key = keys[index] ?? 0
    keys.copyWithin(place + 1, place, index)
    keys[place] = key
  }
}

/** Whether a key stands behind this name, in quotes and in ASCII. */
export const standsBehind = (tape: JsonTape, key: number, name: string): boolean => {
  const { bytes } = tape
  if (bytes === undefined) return rawOf(tape, key) > name
  const start = startOf(tape, key)
  const length = endOf(tape, key) - start
  for (let at = 0; at < length && at < name.length; at += 1) {
    const difference = (bytes[start + at] ?? 0) - name.charCodeAt(at)
    if (difference !== 0) return difference > 0
  }
  return length > name.length
}

const haveSameName = (tape: JsonTape, one: number, other: number): boolean =>
  tape.bytes === undefined ? rawOf(tape, one) === rawOf(tape, other) : compareBytes(tape, tape.bytes, one, other) === 0

/** Whether a key beside this one, of those in order from `from` up to `until`, has its name: of the two a reader may take either. */
export const standsTwice = (tape: JsonTape, keys: Int32Array, index: number, from: number, until: number): boolean => {
  const key = keys[index] ?? 0
  return (
    (index > from && haveSameName(tape, key, keys[index - 1] ?? 0)) ||
    (index + 1 < until && haveSameName(tape, key, keys[index + 1] ?? 0))
  )
}
