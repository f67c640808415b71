// The table is frozen: a change of any class needs a new engine version.

import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { CharacterClass, characterClasses, lowerCase } from '../../../compressor/text/characters.ts'

describe('the character table', () => {
  it('is the one that the engines were released with', () => {
    expect(createHash('sha256').update(characterClasses).digest('hex')).toBe(
      '6a6bb72bffc5fbaac15276d86d68953ac5a326a710c07deafe0990cd7861611e',
    )
  })

  it.each([
    ['a', CharacterClass.lower],
    ['Z', CharacterClass.upper],
    ['ß', CharacterClass.lower],
    ['É', CharacterClass.upper],
    ['ő', CharacterClass.lower],
    ['Ž', CharacterClass.upper],
    ['漢', CharacterClass.letter],
    ['\u0301', CharacterClass.mark],
    ['7', CharacterClass.digit],
    ['—', CharacterClass.punctuation],
    ['\u00a0', CharacterClass.space],
    ['\u2028', CharacterClass.newline],
    ['\ud83d', CharacterClass.surrogate],
    ['\0', CharacterClass.control],
    ['€', CharacterClass.symbol],
  ])('gives %j its class', (character, value) => {
    expect(characterClasses[character.charCodeAt(0)]).toBe(value)
  })

  it('folds case without a locale', () => {
    expect(lowerCase('ÀÉÎ ABC İI×')).toBe('àéî abc İi×')
    expect(lowerCase('plain')).toBe('plain')
  })
})
