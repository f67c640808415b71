// Finds what a list has more than once.

/** The first item that the list has had before; `undefined` where all differ. */
export const repeated = <Item>(items: readonly Item[]): Item | undefined =>
  items.find((item, index) => items.indexOf(item) !== index)
