// Every threshold of helene-1 in one table, set by judgement unless a comment names the data.

export const thresholds = {
  /** Rate left out: shorter texts are not worth the risk. */
  shortestTokens: 96,
  /** Rate given: shorter texts leave nothing to choose from. */
  shortestTokensAtRate: 16,
  /** UTF-16 units of a text, and parts of its prose: more would take more memory and time than one message may. */
  longestText: 1_000_000,
  mostParts: 300_000,
  /** Percent of the characters that may stand in structured blocks; those are kept byte for byte. */
  structuredShare: 30,
  /** Percent of the characters that may be control characters, lone surrogates, or runs too long for a word. */
  binaryShare: 10,
  /** Percent of the letters that must be Latin. */
  latinShare: 80,
  /** Percent of the words that must be English function words. */
  functionShare: 12,
  /** Percent that must be words which hardly any other language has. Of the 1,523 paragraphs of SQuAD all have more. */
  sureShare: 6,
  /** Percent of the words that must be listed, as function words or as common ones, for a text to count as shortened English. */
  knownShare: 35,
  /** Articles in 1,000 words; a text with fewer has been shortened before. */
  fewestArticles: 5,
  /** Rate left out: what scores less is dispensable. Tuned on half of the SQuAD articles: 17 % of their tokens go, 98 % of the answers stay. */
  dispensableScore: 870,
  /** Rate left out: at most so many percent of the tokens may go. */
  mostRemoved: 45,
  /** Rate left out: with a smaller saving, in tokens or in percent of them, the engine abstains. */
  leastSavedTokens: 16,
  leastSavedShare: 5,
  /** Rate left out: at most so many words in a row may go. */
  longestGap: 40,
  /** Rate given: by how much it may be missed, in 1/1,000 of the tokens and at least one token. */
  tolerance: 5,
} as const
