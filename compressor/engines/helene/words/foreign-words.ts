// Function words of other languages, to recognise text that is not English.

/** Function words of other languages in Latin letters that are not also English words. */
const foreignWords = new Set(
  `der das und ist nicht ein eine einen einem einer zu den dem des von mit auf für sich auch wird werden sind
    oder bei nach wie aus noch nur über haben hat kann diese dieser wenn aber durch zur zum im het een van niet
    dat op te zijn voor aan met ook maar wordt deze naar bij uit worden heeft les du et est une pour dans que
    qui sur pas par avec sont ce cette aux ou mais nous vous ils elle leur été être comme el los las y es por
    con para una del al se su lo sus pero muy está son fue como entre sin sobre también il che di è della delle
    dei nel non sono gli si più anche alla ha questo da o os não uma em na dos ao foi seu sua pelo pela och att
    det som på är av för inte till ett har om var kan og til af ikke er med jeg vi hvor ja ei että oli ovat myös
    tämä kun mutta w z nie się jest że jak po od dla przez oraz bir ve bu için ile olarak çok daha gibi olan
    yang itu dengan untuk tidak`.split(/\s+/),
)

export const isForeign = (word: string): boolean => foreignWords.has(word)

export const listedForeignWords: readonly string[] = [...foreignWords]
