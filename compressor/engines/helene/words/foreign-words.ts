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

/** More of them, of more languages: since 1.1.2. */
const furtherWords = new Set(
  `keine keinen kein muss müssen jeden jede jeder ihre ihrer seine seiner dieses wurde wurden wir ihr dass
    weil zwischen wie vom beim zum ihm ihnen été où cela chaque très leurs leur ses aussi même quand peut
    doit cuando debe porque todos esta este esto ser tiene desde hasta aún são às pelos pelas isso você
    quando mesmo depois nas tem deve foram uma ele ela dopo ogni essere ancora dei degli nella és hogy nem
    egy csak vagy még már minden ezt azt volt lesz kell őket ami ez și nu pentru sunt într după că în
    pe sau amb dels els una les són gün değil kadar ama ya ki mi şu które tylko który być są czy po aby byl
    byla jsou není které podle také nebo když že ako alebo ini dari pada juga akan telah sudah atau ke ang
    ng mga sa ay kung hindi nang wa kwa ni katika hii hiyo yake estas ĉiu tiu và của là không có được cho
    một những các đã này khi từ với trong og ikke også blev efter deres hans hennes inte eller när där alla
    kunna skulle olla ovat joka sekä vain mukaan hai hain nahi aur mein ko ka tha thi desu masu shimasu`.split(/\s+/),
)
/** English function words that are words of other languages as well. They alone make no English text. */
const sharedWords = new Set(
  'a i as me no do on so an her in is at am be by us up or our were was had has he it all under over'.split(' '),
)

export const isForeign = (word: string): boolean => foreignWords.has(word)
export const isForeignFurther = (word: string): boolean => furtherWords.has(word)
export const isShared = (word: string): boolean => sharedWords.has(word)

export const listedForeignWords: readonly string[] = [...foreignWords, ...furtherWords, ...sharedWords]
