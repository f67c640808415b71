// The point tables of helene-1: how much a part counts by what it is and by what stands beside it. Hundredths of a natural
// logarithm of odds, tuned on half of the SQuAD articles and rounded. Data, no rules.

export type Look =
  | 'name'
  | 'rare'
  | 'common'
  | 'very-common'
  | 'light'
  | 'number'
  | 'atom'
  | 'symbol'
  | 'article'
  | 'auxiliary'
  | 'pronoun'
  | 'relative'
  | 'conjunction'
  | 'preposition'
  | 'filler'
  | 'determiner'
  | 'limit'
  | 'negation'
  | 'comma'
  | 'pause'
  | 'dash'
  | 'opening'
  | 'closing'
  | 'quote'
  | 'stop'
  | 'edge'

interface LookPoints {
  /** Points for the part itself. */
  readonly own: number
  /** Points for the part that follows it. */
  readonly before: number
  /** Points for the part that it follows. */
  readonly after: number
}

export const lookPoints: Readonly<Record<Look, LookPoints>> = {
  name: { own: 84, before: 11, after: 13 },
  rare: { own: 59, before: 21, after: 10 },
  common: { own: 37, before: 3, after: 3 },
  'very-common': { own: 41, before: 15, after: -1 },
  light: { own: -2, before: 5, after: -12 },
  number: { own: 107, before: 37, after: -9 },
  atom: { own: 100, before: 0, after: 0 },
  symbol: { own: 92, before: 39, after: 51 },
  article: { own: -200, before: -8, after: -40 },
  auxiliary: { own: -103, before: -7, after: 1 },
  pronoun: { own: -71, before: -34, after: -37 },
  relative: { own: -101, before: -2, after: -22 },
  conjunction: { own: -30, before: -6, after: 9 },
  preposition: { own: -46, before: 5, after: -27 },
  filler: { own: -94, before: -33, after: -45 },
  determiner: { own: -35, before: -17, after: -34 },
  limit: { own: -4, before: 9, after: -27 },
  negation: { own: 5, before: 0, after: 21 },
  comma: { own: -250, before: -34, after: 2 },
  pause: { own: 0, before: -60, after: -25 },
  dash: { own: -100, before: 4, after: 26 },
  opening: { own: 0, before: -28, after: 43 },
  closing: { own: 0, before: -17, after: -9 },
  quote: { own: 0, before: 37, after: 2 },
  stop: { own: 0, before: -34, after: 10 },
  edge: { own: 0, before: 17, after: 4 },
}

/** Taken off every mention of a word except the first. */
export const repeatPoints = 30

/** Percent of its score that a word takes from the mean of its row: content words in a row name one thing. */
export const rowShare = 80

/** Percent of its score that a function word between two content words takes from the lower of the two, which it connects. */
export const bridgeShare = 60

/** Added to every score, so that few are negative. */
export const offset = 1000
