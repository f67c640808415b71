// Parameters of a query string, found by their decoded names. What is not taken out keeps its bytes.

const isNamed = (piece: string, names: readonly string[]): boolean =>
  [...new URLSearchParams(piece).keys()].some((name) => names.includes(name))

const piecesOf = (query: string): string[] => query.split('&')

/** The decoded values of the parameters with these names, in order. */
export const parameterValues = (query: string, names: readonly string[]): string[] =>
  names.length === 0
    ? []
    : piecesOf(query)
        .filter((piece) => isNamed(piece, names))
        .flatMap((piece) => [...new URLSearchParams(piece).values()])

/** The query without the parameters with these names. */
export const withoutParameters = (query: string, names: readonly string[]): string =>
  names.length === 0
    ? query
    : piecesOf(query)
        .filter((piece) => !isNamed(piece, names))
        .join('&')
