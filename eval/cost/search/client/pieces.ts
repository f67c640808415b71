// The texts in which an answer comes that cites what it was given.

const pieceCharacters = 60

/** The same text in pieces. */
export const piecesOf = (text: string): readonly string[] =>
  Array.from({ length: Math.ceil(text.length / pieceCharacters) }, (_, index) =>
    text.slice(index * pieceCharacters, (index + 1) * pieceCharacters),
  )
