// A forest of decision trees over whole numbers: each tree adds a whole number, so the sum is the same on every machine.

/** Nodes of all trees behind each other. Of two children the left one comes first and the right one follows it. */
export interface Forest {
  /** First node of every tree. */
  readonly roots: Int32Array
  /** The feature that a node asks for; `leaf` for none. */
  readonly feature: Uint8Array
  /** Up to this a row goes left; in a leaf, what the tree adds, in 1/256 points. */
  readonly value: Int16Array
  /** The left child, counted from the node itself. */
  readonly step: Uint16Array
  /** What the sum starts from, in 1/256 points. */
  readonly base: number
}

export const leaf = 255
/** Parts of a point that a forest counts in. */
export const partsOfPoint = 256

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
