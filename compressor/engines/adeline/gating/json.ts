// Proves that what is left of a JSON value is JSON, and that every kept piece still stands under its own key, in its own
// container, in its own spelling. Trusts none of the steps before: scans the result again.

import { endOf, kindOf, nextOf, startOf } from '../../../../core/json/read.ts'
import { JsonKind, type JsonTape, scanJson } from '../../../../core/json/scan.ts'
import { type KeptSpans, sliceSpans } from '../../../../core/text/spans.ts'
import type { JsonValue } from '../reading/json/tree.ts'

const isContainer = (kind: number): boolean => kind === JsonKind.Object || kind === JsonKind.Array

/** Container of every node, -1 for the root. */
const containersOf = (tape: JsonTape): Int32Array => {
  const containers = new Int32Array(tape.length)
  const open: number[] = []
  for (let node = 0; node < tape.length; node += 1) {
    while (open.length > 0 && nextOf(tape, open.at(-1) ?? 0) <= node) open.pop()
    containers[node] = open.at(-1) ?? -1
    if (isContainer(kindOf(tape, node))) open.push(node)
  }
  return containers
}

/**
 * Whether the spans leave a JSON value whose nodes are all nodes of the original, with the same container, the same key and
 * the same spelling, and no container has become empty.
 */
export const keepsJson = (original: JsonTape<string>, spans: KeptSpans): boolean => {
  const result = scanJson(sliceSpans(original.text, spans))
  if (result === undefined) return false
  const before = containersOf(original)
  const after = containersOf(result)
  /** Node of the original for each node of the result. */
  const origin = new Int32Array(result.length)
  let [span, passed, candidate] = [0, 0, 0]
  for (let node = 0; node < result.length; node += 1) {
    const start = startOf(result, node)
    while (span < spans.length) {
      const [from, to] = spans[span] ?? [0, 0]
      if (start < passed + to - from) break
      passed += to - from
      span += 1
    }
    const position = (spans[span]?.[0] ?? 0) + start - passed
    while (candidate < original.length && startOf(original, candidate) < position) candidate += 1
    if (candidate >= original.length || startOf(original, candidate) !== position) return false
    const kind = kindOf(original, candidate)
    if (kind !== kindOf(result, node)) return false
    const container = after[node] ?? -1
    if ((container < 0 ? -1 : (origin[container] ?? -1)) !== before[candidate]) return false
    const isValueOfKey = kindOf(result, node - 1) === JsonKind.Key && kind !== JsonKind.Key
    if (isValueOfKey && origin[node - 1] !== candidate - 1) return false
    const wasEmpty = nextOf(original, candidate) === candidate + 1
    const isEmpty = nextOf(result, node) === node + 1
    if (isContainer(kind) ? wasEmpty !== isEmpty : !sameLength(original, candidate, result, node)) return false
    origin[node] = candidate
  }
  return true
}

/** Whether two nodes are spelled alike. The result is made of slices, so a node of the same length lost nothing inside. */
const sameLength = (original: JsonTape, candidate: number, result: JsonTape, node: number): boolean =>
  endOf(original, candidate) - startOf(original, candidate) === endOf(result, node) - startOf(result, node)

/** Whether every JSON value of the text is gone, or still JSON with its pieces in place. */
export const keepsValues = (values: readonly JsonValue[], kept: KeptSpans): boolean => {
  let next = 0
  return values.every(({ tape, offset }) => {
    const end = offset + tape.text.length
    const inside: [number, number][] = []
    while ((kept[next]?.[1] ?? end) <= offset) next += 1
    for (; next < kept.length && (kept[next]?.[0] ?? end) < end; next += 1) {
      const [from, until] = kept[next] ?? [end, end]
      inside.push([Math.max(0, from - offset), Math.min(end, until) - offset])
      if (until > end) break
    }
    return inside.length === 0 || keepsJson(tape, inside)
  })
}
