// Every threshold of helene-1 in one table. Tuned on half of the SQuAD articles where a number says so, otherwise decided.

export const thresholds = {
  /** Rate left out: shorter texts are not worth the risk. */
  shortestTokens: 96,
  /** Rate given: shorter texts leave nothing to choose from. */
  shortestTokensAtRate: 16,
  /** UTF-16 units of a text, and parts of its prose: more would need more memory and time than one message may have. */
  longestText: 1_000_000,
  mostParts: 300_000,
  /** Percent of the characters that may stand in structured blocks; those are kept byte for byte. */
  structuredShare: 30,
  /** Percent of the characters that may be controls, halves of characters, or runs without a space that no word is. */
  binaryShare: 10,
  /** Percent of the letters that must be Latin. */
  latinShare: 80,
  /** Percent of the words that must be little English words. */
  functionShare: 12,
  /** Percent of the words that must be listed, little or common, for a text without little words to be shortened English. */
  knownShare: 35,
  /** In 1,000 words; with fewer articles somebody has shortened the text before. */
  fewestArticles: 5,
  /** Rate left out: what scores less is dispensable. On the tuning articles 17 % of the tokens go and 98 % of the answers stay. */
  dispensableScore: 870,
  /** Rate left out: percent of the tokens that may go at most. */
  mostRemoved: 45,
  /** Rate left out: a smaller saving is none. */
  leastSavedTokens: 16,
  leastSavedShare: 5,
  /** Rate left out: words in a row that may go at most. */
  longestGap: 40,
  /** Rate given: how far off it may be met, in 1,000 of the tokens, and never less than one token. */
  tolerance: 5,
} as const
