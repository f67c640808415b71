// A copy of a map. The constructor of `Map` would make a pair for each entry on the way.

export const copiedMap = <Key, Value>(map: ReadonlyMap<Key, Value>): Map<Key, Value> => {
  const copy = new Map<Key, Value>()
  map.forEach((value, key) => {
    copy.set(key, value)
  })
  return copy
}
