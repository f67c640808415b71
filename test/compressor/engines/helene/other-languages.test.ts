// Sentences of other languages: a text of them is left alone, and in English text they stay whole at every rate.

import { describe, expect, it } from 'vitest'
import { helene } from '../../../../compressor/engines/helene/engine.ts'
import { sliceSpans } from '../../../../core/text/spans.ts'

const rates = [undefined, 0.3, 0.5, 0.7, 0.9] as const
const left = (text: string, rate: number | undefined): string => {
  const result = helene.compress(text, rate === undefined ? {} : { rate })
  return 'kept' in result ? sliceSpans(text, result.kept) : text
}
const before =
  'The committee met on Monday to discuss the budget for the next year, and it was agreed that the costs are too high. There was a long discussion about the new building, which some of the members did not want at all.'
const behind =
  'In the end they decided to wait until the report of the architect is available to all of them. The committee met on Tuesday to discuss the garden behind the house, and it was agreed that the trees are too old.'

const sentences: readonly (readonly [language: string, sentence: string])[] = [
  ['Japanese', '作成された予備は三十日間保管される。'],
  ['Chinese', '超过保存期的备份不会自动删除。'],
  ['Korean', '이 시스템은 매일 새벽 세 시에 백업을 만듭니다.'],
  ['Thai', 'ข้อมูลที่หมดอายุจะไม่ถูกลบโดยอัตโนมัติ'],
  ['Hindi', 'यह प्रणाली हर दिन सुबह तीन बजे बैकअप बनाती है।'],
  ['Arabic', 'لا تحذف النسخ القديمة تلقائيا.'],
  ['Hebrew', 'גיבויים ישנים אינם נמחקים אוטומטית.'],
  ['Russian', 'Если ночная задача не завершилась, позвоните ответственному.'],
  ['Greek', 'Τα παλιά αντίγραφα δεν διαγράφονται αυτόματα.'],
  ['Turkish', 'Sistem her gün saat üçte yedek alır.'],
  ['Vietnamese', 'Bản cũ không tự động bị xóa.'],
  ['Portuguese', 'As cópias antigas não são apagadas sozinhas.'],
  ['Spanish', 'El encargado debe borrarlas a mano.'],
]

describe('in English text', () => {
  it.each(sentences)('a sentence stays whole: %s', (_language, sentence) => {
    for (const rate of rates) expect(left(`${before} ${sentence} ${behind}`, rate), `${rate}`).toContain(sentence)
  })

  it.each([
    'Home care staff made new care plans for older people.',
    'Ready made meals made care homes cheaper last year.',
  ])('a sentence of English words is shortened: %s', (sentence) => {
    expect(left(`${before} ${sentence} ${behind}`, 0.9)).not.toContain(sentence)
  })

  it.each([
    ['1.234,56 €', 'The letter says that a total of 1.234,56 € was paid for the old house.'],
    ['1\u202f234,56\u00a0€', 'The letter says that a total of 1\u202f234,56\u00a0€ was paid for the old house.'],
    ['№ 1023', 'The letter says that the order № 1023 was never shipped to the old house.'],
  ])('what says how much a number counts stays: %s', (amount, sentence) => {
    for (const rate of rates) expect(left(`${before} ${sentence} ${behind}`, rate), `${rate}`).toContain(amount)
  })
})

describe('a text', () => {
  it.each([
    'A rendszer minden nap háromkor mentést készít. A mentéseket harminc napig őrzik, és a régi mentések nem törlődnek maguktól. A kezelőnek kézzel kell törölnie őket.',
    'Mfumo hutengeneza nakala kila siku saa tisa usiku. Nakala huhifadhiwa kwa siku thelathini na nakala za zamani hazifutwi zenyewe. Msimamizi lazima azifute kwa mkono.',
    'Sistemul face o copie în fiecare zi la ora trei. Copiile se păstrează treizeci de zile, iar cele vechi nu se șterg singure. Administratorul trebuie să le șteargă manual.',
    'Gumagawa ang sistema ng kopya araw-araw sa alas tres. Itinatago ang mga kopya nang tatlumpung araw at hindi kusang nabubura ang mga luma.',
  ])('of another language is left alone, also where it shares words with English: %s', (text) => {
    for (const rate of rates) {
      const result = helene.compress(`${text} `.repeat(5), rate === undefined ? {} : { rate })
      expect('abstained' in result && result.abstained).toBe('language-not-covered')
    }
  })
})
