// Where a body keeps its conversation, and whether that is all of it. Knows no roles.

import { elementsOf, kindOf, nextOf, rawOf, stringOf } from '../../json/read.ts'
import { JsonKind, type JsonTape } from '../../json/scan.ts'

export interface History {
  /** The nodes of the messages; empty unless the body names one list of them, once. */
  readonly nodes: readonly number[]
  readonly whole: boolean
}

/**
 * The list called `list` of a body whose root is an object. It is not the whole conversation when one of `elsewhere`,
 * the members that point to what the provider has kept, is anything but `null`.
 */
export const historyOf = (tape: JsonTape, list: string, elsewhere: readonly string[] = []): History => {
  let found: number | undefined
  let named = 0
  let pointsElsewhere = false
  const end = nextOf(tape, 0)
  for (let key = 1; key < end; key = nextOf(tape, key + 1)) {
    const name = stringOf(tape, key)
    if (name === list) {
      found = key + 1
      named += 1
    } else if (name !== undefined && elsewhere.includes(name) && rawOf(tape, key + 1) !== 'null') pointsElsewhere = true
  }
  const isOne = named === 1 && found !== undefined && kindOf(tape, found) === JsonKind.Array
  return { nodes: isOne ? elementsOf(tape, found) : [], whole: isOne && !pointsElsewhere }
}
