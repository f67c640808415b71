// Finds a place in a list by halving it.

/** The index of the first item that `holds` accepts; the list's length if it accepts none. It must accept every item behind that one. */
export const firstIndexWhere = <Item>(items: readonly Item[], holds: (item: Item) => boolean): number => {
  let from = 0
  let to = items.length
  while (from < to) {
    const middle = (from + to) >> 1
    const item = items[middle]
    if (item !== undefined && !holds(item)) from = middle + 1
    else to = middle
  }
  return from
}
