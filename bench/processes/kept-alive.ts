// Connections of a measurement are used again.

/** For `createServer`: longer than any measurement rests, so that no connection ends between two samples. */
export const keptAlive = { keepAliveTimeout: 120_000 }
