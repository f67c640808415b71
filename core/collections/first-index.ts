/** Where in a list the items begin of which this holds; its length where there are none. It holds of all behind the first: it is asked of few. */
export const firstIndexWhere = <Item>(items: readonly Item[], holds: (item: Item) => boolean): number => {
  let [from, to] = [0, items.length]
  while (from < to) {
    const middle = (from + to) >> 1
    const item = items[middle]
    if (item !== undefined && !holds(item)) from = middle + 1
    else to = middle
  }
  return from
}
