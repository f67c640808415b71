// The network as a function: rows of features in, one whole number for each part out.

/** Scores of `features.length / featureCount` parts. The same on every path and every machine. */
export type Network = (features: Uint16Array) => Int32Array
