// Words that no engine has read: so that made-up texts say new things, and so that what is remembered of others is forgotten.

import { digestOf } from '../../testkit/data/transcripts.ts'
import { randomFrom } from '../../testkit/random.ts'

const syllables = 'ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo za bra cle dri flo gru sta spe tri'.split(
  ' ',
)

/** A word of two to four syllables that follows from a number from 0 to 1. */
const spelled = (chance: () => number): string => {
  let word = ''
  for (let left = 2 + Math.floor(3 * chance()); left > 0; left -= 1)
    word += syllables[Math.floor(chance() * syllables.length)] ?? ''
  return word
}

/** `false` stays: JSON is to stay JSON. */
const longWord = /(?<![a-z])(?!false)[a-z]{5,}/g

/** One content word in so many is new, as in texts of another customer. */
const newWords = 3

/** The text with a third of its longer words replaced, each by the same word everywhere. Other places name other words. */
export const withFreshWords = (text: string, ...place: readonly (string | number)[]): string => {
  const named = place.join(' ')
  const fresh = new Map<string, string>()
  const freshOf = (word: string): string => {
    const chance = randomFrom(digestOf(`${named} ${word}`))
    return chance() * newWords < 1 ? spelled(chance) : word
  }
  return text.replace(longWord, (word) => {
    const known = fresh.get(word) ?? freshOf(word)
    fresh.set(word, known)
    return known
  })
}

/** Texts of so many different words, which crowd out what an engine remembers of others. */
export const crowdOf = (round: number, words: number): string[] => {
  const chance = randomFrom(round)
  const lines = Array.from({ length: words / 10 }, (_, line) =>
    Array.from({ length: 10 }, (_, at) => `${spelled(chance)}${spelled(chance)}${at === 9 ? `${line}.` : ''}`).join(
      ' ',
    ),
  )
  const texts: string[] = []
  for (let from = 0; from < lines.length; from += 50) texts.push(lines.slice(from, from + 50).join('\n'))
  return texts
}
