// Made-up texts of a given number of tokens. What an engine would make of a tool result is written into its first words, so
// that no engine has to run; and counting is multiplication, so that thousands of sessions take seconds.

import type { Span } from '../../../../core/text/spans.ts'
import { chanceOf } from '../../sessions/chance.ts'

/** A character stands for so many tokens: long conversations stay small. A rule's is one of many to a token, a gap's and a silent letter's of none. */
const tokensPerCharacter = 1
const rule = '-'
const tokensPerRule = 0.1
const gap = '~'
const silent = 'Z'

const occurrences = (text: string, character: string): number => {
  let found = 0
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) found += 1
  return found
}

/** Counts as the simulated provider and the simulated compressor do. */
export const countCheaply = (text: string): number => {
  const rules = occurrences(text, rule)
  const uncounted = occurrences(text, gap) + occurrences(text, silent)
  return Math.ceil((text.length - rules - uncounted) * tokensPerCharacter + rules * tokensPerRule)
}

/** Tokens that a provider makes of one of the engine's, of what is said and of results, of which JSON is another kind. */
export interface TokenRates {
  readonly said: number
  readonly results: number
  readonly json: number
}

/** Counts as a provider does whose tokens are not the engine's. */
export const countAt =
  ({ said, results, json }: TokenRates) =>
  (text: string): number => {
    const rate = !verdict.test(text) ? said : text.startsWith('{') ? json : results
    return Math.ceil(rate * countCheaply(text))
  }

const noiseLength = 65_536
const noise = ((): string => {
  const chance = chanceOf('noise')
  const letters = 'etaoinshrdlu etaoinshrdlu .'
  return Array.from({ length: noiseLength }, () => letters[Math.floor(chance() * letters.length)]).join('')
})()

export interface Texts {
  /** So many characters that no other text of the session begins like. */
  noise(characters: number): string
  /** Text that no other text of the session begins like. */
  prose(tokens: number): string
  /** A tool result of which an engine keeps this share, 0 to 1; 1: it leaves it alone. */
  result(tokens: number, keeps: number): string
  /** The same in lines, behind those of an earlier result. */
  lines(tokens: number, keeps: number, earlier: string): string
  /** The same as a JSON object, this share of which is insignificant white space. */
  jsonResult(tokens: number, keeps: number, blanks: number): string
  /** The same as a JSON object of many members, with a blank behind each colon and each comma. */
  record(tokens: number, keeps: number): string
}

const wordLength = 8
const memberLength = 24

/** A text of the same tokens, each character of which stands for so many: rules come between its words. */
export const thinned = (text: string, density: number): string => {
  if (density >= tokensPerCharacter) return text
  const rules = (text.length * (1 / density - 1)) / (1 - tokensPerRule)
  const letters = Math.max(0, Math.round(text.length - rules * tokensPerRule))
  const words = Math.max(1, Math.ceil(letters / wordLength))
  let thin = ''
  for (let word = 0; word < words; word += 1) {
    const put = Math.round(((word + 1) * rules) / words) - Math.round((word * rules) / words)
    thin += text.slice(word * wordLength, Math.min(letters, (word + 1) * wordLength)) + rule.repeat(put)
  }
  return thin
}

/**
 * A text of the same tokens in words of so many, each character of which stands for `density`: a word ends in silent letters, and a gap comes behind it. So
 * a text may have as many words as tokens, as prose has; those of `thinned` have fewer.
 */
export const worded = (text: string, density: number, tokensToWord: number): string => {
  const letters = text.replaceAll(/[^a-z]/g, 'e')
  const words = Math.max(1, Math.ceil(letters.length / tokensToWord))
  const uncounted = Math.max(words, Math.round(letters.length * (tokensPerCharacter / density - 1)))
  let told = ''
  for (let word = 0; word < words; word += 1) {
    const [from, to] = [word, word + 1].map((at) => Math.round((at * letters.length) / words))
    const put = Math.round(((word + 1) * uncounted) / words) - Math.round((word * uncounted) / words)
    told += letters.slice(from, to) + silent.repeat(put - 1) + gap
  }
  return told
}

type Spell = (text: string) => string
const asItIs: Spell = (text) => text

/** Of one session: the same calls give the same texts. How the next one is spelled that somebody says, or that a tool gives. */
export const textMaker = (
  spell: { readonly said: Spell; readonly result: Spell } = { said: asItIs, result: asItIs },
): Texts => {
  let made = 0
  const noisy = (characters: number): string => {
    made += 1
    let text = `${made.toString(36)} `
    for (let from = (made * 7_919) % noiseLength; text.length < characters; from = 0)
      text += noise.slice(from, from + characters - text.length)
    return text
  }
  const sized = (tokens: number): string => noisy(Math.max(8, Math.round(tokens / tokensPerCharacter)))
  const prose = (tokens: number): string => spell.said(sized(tokens))
  const output = (tokens: number): string => spell.result(sized(tokens))
  const result = (tokens: number, keeps: number): string => `keep ${Math.round(keeps * 100)} % ${output(tokens)}`
  const jsonResult = (tokens: number, keeps: number, blanks: number): string => {
    const white = Math.round((tokens * blanks) / tokensPerCharacter)
    return `{${' '.repeat(white)}"text":"${result(tokens * (1 - blanks), keeps)}"}`
  }
  const record = (tokens: number, keeps: number): string => {
    const members = output(tokens).match(new RegExp(`.{1,${memberLength}}`, 'g')) ?? []
    return `{"text": "keep ${Math.round(keeps * 100)} % ", ${members.map((text, index) => `"m${index}": "${text}"`).join(', ')}}`
  }
  const lines = (tokens: number, keeps: number, earlier: string): string =>
    `keep ${Math.round(keeps * 100)} % of these\n${earlier}${output(tokens).replace(/(.{60})/g, '$1\n')}\n`
  return { noise: noisy, prose, result, lines, jsonResult, record }
}

const verdict = /keep (\d+) % /

/**
 * What the simulated engine keeps of a text: its first words, and a piece of each end of the rest. `undefined`: all of it. `times`: so many
 * times the share that the text names.
 */
export const keptOf = (text: string, times = 1): Span[] | undefined => {
  const found = verdict.exec(text)
  const share = (times * Number(found?.[1] ?? 100)) / 100
  if (found === null || share >= 1) return undefined
  const start = found.index
  const most = Math.max(found[0].length, Math.round(share * (text.length - start)))
  const [first, last] = [start + Math.ceil(most / 2), text.length - Math.floor(most / 2)]
  if (first >= last) return undefined
  const spans: Span[] = [
    [start, first],
    [last, text.length],
  ]
  return spans.filter(([from, to]) => to > from)
}
