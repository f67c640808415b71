// English stop-words, for baselines and for the definition of a reference.

const stopWords = new Set(
  'a an the and or but if while of at by for with about against between into through during before after above below to from up down in out on off over under again further then once here there when where why how all any both each few more most other some such no nor not only own same so than too very s t can will just don should now i me my we our you your he him his she her it its they them their what which who whom this that these those am is are was were be been being have has had having do does did doing would could ought as also'.split(
    ' ',
  ),
)

export const isStopWord = (word: string): boolean => stopWords.has(word.toLowerCase())
