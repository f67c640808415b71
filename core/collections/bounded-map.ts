// A map that never grows past its capacity: the entries that were set longest ago go first. Knows nothing of what it holds.

export interface BoundedMap<Value> {
  get(key: string): Value | undefined
  /** Also makes the entry the youngest. */
  set(key: string, value: Value): void
  delete(key: string): void
}

/** `capacity` is a number of entries, unless entries have weights: then it is what they may weigh together. */
export const boundedMap = <Value>(capacity: number, weigh: (value: Value) => number = () => 1): BoundedMap<Value> => {
  const entries = new Map<string, Value>()
  let held = 0
  const remove = (key: string): void => {
    const value = entries.get(key)
    if (value !== undefined && entries.delete(key)) held -= weigh(value)
  }
  return {
    get: (key) => entries.get(key),
    set(key, value) {
      remove(key)
      entries.set(key, value)
      held += weigh(value)
      if (held <= capacity) return
      for (const oldest of entries.keys()) {
        remove(oldest)
        if (held <= capacity) return
      }
    },
    delete: remove,
  }
}
