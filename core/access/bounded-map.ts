// A map that never grows past its capacity: the entry that was set longest ago goes first. Knows nothing of what it holds.

export interface BoundedMap<Value> {
  get(key: string): Value | undefined
  /** Also makes the entry the youngest. */
  set(key: string, value: Value): void
  delete(key: string): void
}

/** `capacity` is a number of entries. */
export const boundedMap = <Value>(capacity: number): BoundedMap<Value> => {
  const entries = new Map<string, Value>()
  return {
    get: (key) => entries.get(key),
    set(key, value) {
      entries.delete(key)
      entries.set(key, value)
      if (entries.size <= capacity) return
      const oldest = entries.keys().next()
      if (!oldest.done) entries.delete(oldest.value)
    },
    delete: (key) => {
      entries.delete(key)
    },
  }
}
