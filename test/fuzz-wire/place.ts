// A place of the wire that is fuzzed: what is sent is a function of a seed and a number, so that one input can be sent again.

import { readFileSync } from 'node:fs'
import { Random } from '../../testkit/random.ts'

export interface Place {
  readonly name: string
  /** Sends one input. Resolves with what was wrong about it. Never rejects. */
  send(random: Random, number: number): Promise<readonly string[]>
  /** What is wrong when all is over: secrets in what was written, a process that has ended, memory. */
  after(): Promise<readonly string[]>
  close(): Promise<void>
}

export interface Fuzzed {
  readonly name: string
  readonly inputs: number
  readonly faults: readonly string[]
}

/** Parts the seeds of two inputs far enough. */
const stride = 0x9e3779b1
const mostFaults = 20

export interface Span {
  readonly seed: number
  /** The number of the first input. */
  readonly from: number
  /** Inputs at most, and seconds. */
  readonly inputs: number
  readonly seconds: number
}

export const fuzzPlace = async (place: Place, { seed, from, inputs, seconds }: Span): Promise<Fuzzed> => {
  const faults: string[] = []
  const end = performance.now() + seconds * 1_000
  let number = from
  for (; number < from + inputs && performance.now() < end; number += 1) {
    const found = await place.send(new Random(seed + Math.imul(number, stride)), number)
    for (const fault of found) if (faults.length < mostFaults) faults.push(`input ${number} of seed ${seed}: ${fault}`)
  }
  faults.push(...(await place.after()))
  return { name: place.name, inputs: number - from, faults }
}

/** Bytes that a process holds in memory; Linux alone says so. */
export const rssOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1_024

/** Of a process, bytes. */
export const grownAtMost = 300_000_000
