// What a text weighs in tokens where nobody has counted: four characters, or bytes, each.

/** Tokens per character of a text that nobody has counted. */
export const tokensPerCharacter = 0.25

/** Tokens of so many characters or bytes, not rounded. */
export const estimatedTokens = (characters: number): number => characters * tokensPerCharacter
