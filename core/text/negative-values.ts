// Words of a command line in which an option's value may be a negative number, which Node's parser takes for an option.

/** The words with `--name -4` as `--name=-4`, so that who reads the option says what it takes. Nothing behind `--` changes. */
export const withNegatives = (words: readonly string[]): string[] => {
  const joined: string[] = []
  for (const [index, word] of words.entries()) {
    if (word === '--') return [...joined, ...words.slice(index)]
    const option = joined.at(-1) ?? ''
    if (/^-[\d.]/.test(word) && /^--[^=]+$/.test(option)) joined[joined.length - 1] = `${option}=${word}`
    else joined.push(word)
  }
  return joined
}
