// A forest of decision trees over whole numbers: each tree adds a whole number, so the sum is the same on every machine.

/** The nodes of all trees in one table. The right child of a node follows its left child. */
export interface Forest {
  /** First node of every tree. */
  readonly roots: Int32Array
  /** The feature that a node compares; `leaf` in a leaf. */
  readonly feature: Uint8Array
  /** A row goes left if its feature is at most this; in a leaf, what the tree adds, in 1/256 points. */
  readonly value: Int16Array
  /** The distance from a node to its left child. */
  readonly step: Uint16Array
  /** The start of the sum, in 1/256 points. */
  readonly base: number
  /** What nearly every row that it learned from has of each feature, at least and at most. */
  readonly low: Int16Array
  readonly high: Int16Array
}

export const leaf = 255
/** A forest counts in parts of a point: so many make one. */
const partsOfPoint = 256

/** The points of a unit with these features: a whole number, rounded down. */
export const pointsByForest = (forest: Forest, features: Int16Array): number => {
  const { roots, feature, value, step } = forest
  let sum = forest.base
  for (let tree = 0; tree < roots.length; tree += 1) {
    let node = roots[tree] ?? 0
    for (let asked = feature[node] ?? leaf; asked !== leaf; asked = feature[node] ?? leaf)
      node += (step[node] ?? 0) + ((features[asked] ?? 0) > (value[node] ?? 0) ? 1 : 0)
    sum += value[node] ?? 0
  }
  return Math.floor(sum / partsOfPoint)
}

/** How many of the features lie beyond what the forest learned from. */
export const strangeFeatures = ({ low, high }: Forest, features: Int16Array): number => {
  let strange = 0
  for (let at = 0; at < features.length; at += 1) {
    const value = features[at] ?? 0
    if (value < (low[at] ?? 0) || value > (high[at] ?? 0)) strange += 1
  }
  return strange
}
