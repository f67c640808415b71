// The closed classes of English: the grammar of each function word, which decides how soon it may go. Written for this
// engine. Content words are in common-words.ts.

export const WordClass = {
  content: 0,
  article: 1,
  auxiliary: 2,
  pronoun: 3,
  relative: 4,
  conjunction: 5,
  preposition: 6,
  /** Discourse markers, fillers and adverbs of degree. */
  filler: 7,
  determiner: 8,
  /** Words that turn or limit a statement; they stay as long as what they limit. */
  limit: 9,
  negation: 10,
} as const
export type WordClassValue = (typeof WordClass)[keyof typeof WordClass]

const lists: readonly (readonly [WordClassValue, string])[] = [
  [WordClass.article, 'a an the'],
  [
    WordClass.auxiliary,
    `am is are was were be been being have has had having do does did doing will would can could may might should
    i'm it's he's she's that's there's they're we're you're i've we've they've you've i'd we'd they'd you'd he'd she'd
    i'll we'll they'll you'll he'll she'll it'll let's going`,
  ],
  [
    WordClass.pronoun,
    `i me my mine myself you your yours yourself he him his himself she her hers herself it its itself we us our ours
    ourselves they them their theirs themselves this that these those there here someone something anyone anything
    everyone everything oneself`,
  ],
  [WordClass.relative, 'which who whom whose where when why how what that while whereas because since as than so'],
  [WordClass.conjunction, 'and or but plus &'],
  [
    WordClass.preposition,
    `of in on at by for with from to into onto upon about above across after against along amid among amongst around
    before behind below beneath beside besides between beyond despite down during inside like near off out outside over
    past per since through throughout toward towards under underneath up via within`,
  ],
  [
    WordClass.filler,
    `also just very really quite rather actually basically literally simply however therefore moreover furthermore
    nevertheless nonetheless meanwhile indeed certainly obviously clearly perhaps maybe thus hence then now well too
    still yet again already almost especially particularly generally usually typically often sometimes mainly mostly
    largely essentially apparently probably possibly oh okay ok um uh uhm hmm yeah yes please thanks thank sort kind
    anyway additionally likewise similarly otherwise further`,
  ],
  [
    WordClass.determiner,
    'some any each every all both such other another much many more most own same several various',
  ],
  [
    WordClass.limit,
    `must shall only even until till if unless except least fewer less before after maximum minimum limit limited exceed exceeding
    exactly whether although though mandatory required optional prohibited forbidden always half twice either instead`,
  ],
  [
    WordClass.negation,
    `not no never none nor neither nobody nothing nowhere cannot without lack lacks lacked lacking absent hardly barely
    scarcely rarely seldom few unable fails failed fail refuse refused refuses deny denied denies won't can't don't doesn't
    didn't isn't aren't wasn't weren't hasn't haven't hadn't wouldn't shouldn't couldn't mustn't needn't ain't can’t won’t
    don’t doesn’t didn’t isn’t aren’t wasn’t weren’t hasn’t haven’t hadn’t wouldn’t shouldn’t couldn’t mustn’t needn’t`,
  ],
]

const classes = new Map<string, WordClassValue>()
for (const [value, list] of lists) for (const word of list.split(/\s+/)) classes.set(word, value)

/** The class of a lower-case word; everything unlisted is content. */
export const classOf = (word: string): WordClassValue => classes.get(word) ?? WordClass.content

/** Words that limit a number or a denial after them: "not more than", "at least", "up to", "between". */
const bounds = new Set(
  `at least most more less fewer than up to between within about around over under above below beyond before after until
  since only exactly nearly almost approximately roughly no not later earlier greater higher lower longer shorter larger
  smaller older younger all every both always necessarily any even maximum minimum per`.split(/\s+/),
)
export const isBound = (word: string): boolean => bounds.has(word)

/** Words of failure, which are never dropped. */
const failures = new Set(
  `error errors exception exceptions fatal crash crashed failure failures timeout timeouts warn warning warnings critical
  invalid illegal abort aborted panic corrupt corrupted deprecated unauthorized forbidden`.split(/\s+/),
)
export const isFailure = (word: string): boolean => failures.has(word)

/** Numbers written as words, which are facts like digits. */
const counts = new Set(
  `two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen
  twenty thirty forty fifty sixty seventy eighty ninety hundred hundreds thousand thousands million millions billion
  billions trillion dozen dozens percent`.split(/\s+/),
)
export const isCount = (word: string): boolean => counts.has(word)

/** Words that may stand between the parts of a name. */
const linkers = new Set('of the de la van von der du di da del den for'.split(' '))
export const isLinker = (word: string): boolean => linkers.has(word)

const months = new Set(
  `january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct
  nov dec`.split(/\s+/),
)
export const isMonth = (word: string): boolean => months.has(word)

/** Every word of these lists. */
export const listedFunctionWords: readonly string[] = [
  ...classes.keys(),
  ...bounds,
  ...failures,
  ...counts,
  ...linkers,
  ...months,
]
