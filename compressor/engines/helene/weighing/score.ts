// Scores how much a text loses with each part, in whole points, the same on every machine. Decides an order, not a cut.

import { UnitKind } from '../../../text/units.ts'
import { firstMentions } from '../reading/mentions.ts'
import type { Part, Prose } from '../reading/prose.ts'
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
const lookOf = (part: Part | undefined, text: string): number => {
  if (part === undefined) return edge
  if (part.kind !== UnitKind.word) {
    if (part.kind === UnitKind.pause && text.charCodeAt(part.from) === 44) return comma
    return kindLooks[part.kind] ?? edge
  }
  if (part.wordClass !== WordClass.content) return classLooks[part.wordClass] ?? edge
  if (part.capital && (!part.initial || part.entry.tier === rareTier)) return name
  return tierLooks[part.entry.tier] ?? edge
}

const ownScore = (part: Part, before: number, own: number, after: number, repeated: boolean): number => {
  const { entry } = part
  const points = offset + (ownPoints[own] ?? 0)
  if (!part.primary) return points
  return (
    points +
    (beforePoints[before] ?? 0) +
    (afterPoints[after] ?? 0) +
    entry.points +
    (part.capital ? 0 : entry.endingPoints) -
    (repeated ? repeatPoints : 0)
  )
}

const blend = (one: number, other: number, share: number): number =>
  Math.trunc((one * (100 - share) + other * share) / 100)

/** Gives the first part of each group the mean score of its words. */
const scoreGroups = (parts: readonly Part[]): void => {
  for (let at = 0; at < parts.length; at++) {
    const head = parts[at]
    if (head === undefined || head.group !== at) continue
    let points = 0
    let words = 0
    for (let inside = at; parts[inside]?.group === at; inside++) {
      const part = parts[inside]
      if (part?.content !== true) continue
      points += part.score
      words++
    }
    if (words > 0) head.score = Math.trunc(points / words)
  }
}

const standsAlone = (part: Part | undefined): part is Part => part !== undefined && part.group < 0 && part.content

const scoreRows = (parts: readonly Part[]): void => {
  for (let first = 0; first < parts.length; first++) {
    let points = 0
    let end = first
    for (let part = parts[end]; standsAlone(part); part = parts[++end]) points += part.score
    if (end - first < 2) continue
    const mean = Math.trunc(points / (end - first))
    for (let at = first; at < end; at++) {
      const part = parts[at]
      if (part !== undefined) part.score = blend(part.score, mean, rowShare)
    }
    first = end
  }
}

const scoreBridges = (parts: readonly Part[]): void => {
  const shared = (part: Part): number => (part.group < 0 ? part : (parts[part.group] ?? part)).score
  for (let at = 1; at + 1 < parts.length; at++) {
    const part = parts[at]
    if (part === undefined || part.content || part.group >= 0 || !part.primary) continue
    if (part.wordClass === WordClass.article) continue
    const before = parts[at - 1]
    const after = parts[at + 1]
    if (before?.content === true && after?.content === true)
      part.score = blend(part.score, Math.min(shared(before), shared(after)), bridgeShare)
  }
}

/** Blends the scores of parts that stand together: groups get their mean; rows of words and bridges between words get a share. */
export const blendScores = (parts: readonly Part[]): void => {
  scoreGroups(parts)
  scoreRows(parts)
  scoreBridges(parts)
}

/**
 * Sets `score` of every part by what it is and by what stands beside it.
 * @param mentions for each content part the first one with its word, as `firstMentions` returns them
 */
export const weigh = ({ text, parts }: Prose, mentions: Int32Array): void => {
  let before = edge
  let own = lookOf(parts[0], text)
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at]
    if (part === undefined) continue
    const after = lookOf(parts[at + 1], text)
    const repeated = part.content && mentions[at] !== at
    part.score = Math.max(0, ownScore(part, before, own, after, repeated))
    before = own
    own = after
  }
}

/** Sets `score` of every part with a rank of its own. */
export const score = (prose: Prose): void => {
  weigh(prose, firstMentions(prose.parts))
  blendScores(prose.parts)
}
