// A number and what it counts: the one place that knows when a word stands in the plural.

/** `1 text`, `1,204 texts`. `many`: a plural that is not made by an s. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
