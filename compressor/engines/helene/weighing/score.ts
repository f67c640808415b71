// Scores how much a text loses with each part, in whole points, the same on every machine. Decides an order, not a cut.

import { UnitKind } from '../../../text/units.ts'
import { firstMentions } from '../reading/mentions.ts'
import type { Parts } from '../reading/parts.ts'
import { type Prose, unitAt } from '../reading/prose.ts'
import { rareTier } from '../words/common-words.ts'
import { WordClass } from '../words/function-words.ts'
import { bridgeShare, type Look, lookPoints, offset, repeatPoints, rowShare } from './points.ts'

/** Numbers of the looks, so that their points can stand in arrays. */
const looks = new Map<string, number>(Object.keys(lookPoints).map((name, at) => [name, at]))
const look = (name: Look): number => looks.get(name) ?? 0
const ownPoints = Int16Array.from(Object.values(lookPoints), ({ own }) => own)
const beforePoints = Int16Array.from(Object.values(lookPoints), ({ before }) => before)
const afterPoints = Int16Array.from(Object.values(lookPoints), ({ after }) => after)

const tierLooks = [look('light'), look('very-common'), look('common'), look('rare')]
const name = look('name')
const edge = look('edge')
const comma = look('comma')

const numbered = (named: Readonly<Record<number, Look>>, other: Look): Uint8Array =>
  Uint8Array.from({ length: 16 }, (_, at) => look(named[at] ?? other))

const classLooks = numbered(
  {
    [WordClass.article]: 'article',
    [WordClass.auxiliary]: 'auxiliary',
    [WordClass.pronoun]: 'pronoun',
    [WordClass.relative]: 'relative',
    [WordClass.conjunction]: 'conjunction',
    [WordClass.preposition]: 'preposition',
    [WordClass.filler]: 'filler',
    [WordClass.determiner]: 'determiner',
    [WordClass.limit]: 'limit',
    [WordClass.negation]: 'negation',
  },
  'filler',
)
const kindLooks = numbered(
  {
    [UnitKind.number]: 'number',
    [UnitKind.atom]: 'atom',
    [UnitKind.symbol]: 'symbol',
    [UnitKind.opening]: 'opening',
    [UnitKind.closing]: 'closing',
    [UnitKind.quote]: 'quote',
    [UnitKind.stop]: 'stop',
    [UnitKind.pause]: 'pause',
    [UnitKind.dash]: 'dash',
  },
  'edge',
)

/** What a part looks like to the parts beside it. */
const lookOf = (prose: Prose, at: number): number => {
  const { kind, wordClass, capital, initial, tier, count } = prose.parts
  if (at >= count) return edge
  const is = kind[at] ?? 0
  if (is !== UnitKind.word) return is === UnitKind.pause && unitAt(prose, at) === 44 ? comma : (kindLooks[is] ?? edge)
  const grammar = wordClass[at] ?? 0
  if (grammar !== WordClass.content) return classLooks[grammar] ?? edge
  const rarity = tier[at] ?? 0
  if (capital[at] === 1 && (initial[at] === 0 || rarity === rareTier)) return name
  return tierLooks[rarity] ?? edge
}

const blend = (one: number, other: number, share: number): number =>
  Math.trunc((one * (100 - share) + other * share) / 100)

/** Gives the first part of each group the mean score of its words. */
const scoreGroups = ({ count, group, content, score }: Parts): void => {
  for (let at = 0; at < count; at++) {
    if (group[at] !== at) continue
    let points = 0
    let words = 0
    for (let inside = at; group[inside] === at; inside++) {
      if (content[inside] !== 1) continue
      points += score[inside] ?? 0
      words++
    }
    if (words > 0) score[at] = Math.trunc(points / words)
  }
}

const scoreRows = ({ count, group, content, score }: Parts): void => {
  for (let first = 0; first < count; first++) {
    let points = 0
    let end = first
    for (; content[end] === 1 && (group[end] ?? 0) < 0; end++) points += score[end] ?? 0
    if (end - first < 2) continue
    const mean = Math.trunc(points / (end - first))
    for (let at = first; at < end; at++) score[at] = blend(score[at] ?? 0, mean, rowShare)
    first = end
  }
}

const scoreBridges = ({ count, group, content, primary, wordClass, score }: Parts): void => {
  const shared = (at: number): number => {
    const first = group[at] ?? -1
    return score[first < 0 ? at : first] ?? 0
  }
  for (let at = 1; at + 1 < count; at++) {
    if (content[at] === 1 || primary[at] !== 1 || content[at - 1] !== 1 || content[at + 1] !== 1) continue
    if (wordClass[at] === WordClass.article || (group[at] ?? 0) >= 0) continue
    score[at] = blend(score[at] ?? 0, Math.min(shared(at - 1), shared(at + 1)), bridgeShare)
  }
}

/** Blends the scores of parts that stand together: groups get their mean; rows of words and bridges between words get a share. */
export const blendScores = (parts: Parts): void => {
  scoreGroups(parts)
  scoreRows(parts)
  scoreBridges(parts)
}

/**
 * Sets `score` of every part by what it is and by what stands beside it.
 * @param mentions for each content part the first one with its word, as `firstMentions` returns them
 */
export const weigh = (prose: Prose, mentions: Int32Array): void => {
  const { count, primary, content, points, score } = prose.parts
  let before = edge
  let own = lookOf(prose, 0)
  for (let at = 0; at < count; at++) {
    const after = lookOf(prose, at + 1)
    let sum = offset + (ownPoints[own] ?? 0)
    if (primary[at] === 1) {
      sum += (beforePoints[before] ?? 0) + (afterPoints[after] ?? 0) + (points[at] ?? 0)
      if (content[at] === 1 && mentions[at] !== at) sum -= repeatPoints
    }
    score[at] = Math.max(0, sum)
    before = own
    own = after
  }
}

/** Sets `score` of every part with a rank of its own. */
export const score = (prose: Prose): void => {
  weigh(prose, firstMentions(prose))
  blendScores(prose.parts)
}
