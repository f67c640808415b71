// English content words by how common they are in general writing: the more common a word, the less a text loses with it.
// Written for this engine. Function words are in function-words.ts.

const rows: readonly string[] = [
  // Light words, which carry a sentence rather than a fact.
  `use used using uses make made making makes take taken took taking takes get got getting gets give given gave giving
  gives go going goes went gone come came coming comes become became becoming becomes call called calling known know
  include included including includes consider considered considering regard regarded refer referred refers describe
  described base based involve involved involving relate related regarding concern concerning concerned provide provided
  provides providing allow allowed allows allowing cause seem seemed seems appear appeared appears tend tends remain
  remained remains continue continued continues begin began begun begins start started starting see seen saw sees show
  showed shown shows find found think thought believe believed say said says saying tell told put set keep kept let help
  helped need needed needs want wanted try tried look looked looking happen happened occur occurred occurs mean means
  meant main mainly certain various several different similar same other others another such own possible able likely
  common commonly general generally usual usually typical typically particular particularly specific special especially
  important significant major minor large larger largest small smaller smallest big great greater greatest good better
  best high higher highest low lower long longer short new old many much more most few some any all both each every
  number amount lot lots part parts way ways thing things kind kinds type types form forms example examples case cases
  fact point points place area areas group groups member members people person time times year years day days end
  beginning basis result results resulting reason reasons purpose role level rate term terms sort piece bit side
  one ones first last next early earlier late later recent recently present current currently today now then once
  often sometimes always usually already soon ago again along together around away back forward up down out off over
  due according instead rather well far near nearly almost about approximately roughly largely mostly primarily
  thus therefore hence however moreover furthermore nevertheless nonetheless meanwhile otherwise also too even still yet
  just very quite really simply actually basically probably perhaps maybe possibly certainly indeed clearly obviously
  further additional addition additionally total overall entire whole full complete completely single multiple`,
  // Very common.
  `work worked working works world country countries state states city cities government public national local
  international law laws school schools student students university company companies business market service services
  system systems process program programs project problem problems question questions issue issues change changed changes
  development develop developed developing increase increased increasing reduce reduced decrease growth grow grew growing
  power control order support water land house home family life human man men woman women child children name named names
  word words book books team game games play played playing season war death die died born live lived living lives
  area region north south east west northern southern eastern western central river sea century centuries period age era
  history historical population community society social political economic economy military religious culture cultural
  church education research study studies science theory idea ideas model method methods information data effect effects
  value values cost costs price money pay paid tax trade industry product products production produce produced material
  force forces energy body head hand eye face line lines road street building built build building land site field ground
  law rule rules right rights power authority council party members leader leaders president king minister court judge
  act action actions activity activities event events meeting decision plan plans policy policies position office officer
  lead led leading create created creating establish established found founded form formed move moved moving movement
  follow followed following bring brought carry carried hold held run running turn turned leave left lost lose win won
  open opened close closed write written wrote read reading speak speaking spoke hear heard feel felt add added allow
  serve served serving receive received meet met reach reached return returned send sent offer offered require required
  requires determine determined define defined represent represented support supported produce produces contain contained
  contains consist consists cover covered locate located lie lies stand stood rise rose fall fell pass passed enter entered
  remove removed replace replaced join joined act acted apply applied appoint appointed elect elected announce announced
  white black red green blue young early free open close strong poor rich real true false clear simple hard easy long
  common local natural physical modern ancient original official private personal individual individuals independent
  popular successful available necessary related responsible half quarter third second two three four five six seven
  eight nine ten hundred thousand million billion`,
  // Common.
  `ability accept access account achieve achieved active actual address advantage affect affected agency agree agreed
  agreement aim air allowing amount analysis animal animals annual answer appearance application applications approach
  argue argued argument army art arts article aspect aspects associated association attack attempt attempts attention
  audience author available average avoid award awarded balance bank battle beautiful behavior belief benefit benefits bill
  birth blood board border branch break bridge british budget campaign capital car career care category center centre
  challenge chance character charge chief choice choose chosen citizens civil claim claimed claims class classes climate
  coast collection college color combination combined command committee communication compare compared comparison compete
  competition complex component components composed concept conclusion condition conditions conduct conducted conflict
  connect connected connection consequence construction contact contemporary content context contract contrast contribute
  contributed contribution conversion cooperation couple course create creation crisis critical cross crown cut cycle damage
  danger dangerous date deal debate decade decades decide decided declare declared decline defeat defeated defense degree
  degrees deliver demand department depend depending depends depth design designed despite destroy destroyed detail detailed
  details difference differences difficult direct directed direction directly director discover discovered discovery discuss
  discussed discussion disease distance distribution district divide divided division document domestic dominant double
  draw drive driven drop earth edge edition effective efficiency effort efforts election element elements emerge emerged
  emphasis employ employed employee employees empire encourage engine engineering enjoy ensure environment environmental
  equal equipment error european eventually evidence evolution exact examine exchange executive exist existed existence
  existing exists expand expanded expansion expect expected expensive experience experiment expert explain explained express
  expression extend extended extension extent extra extreme extremely factor factors failure fair famous farm fast father
  favor feature featured features federal feet figure fill film final finally finance financial fire firm fish fit fix
  flow focus focused food foot foreign forest formal formation former formerly forward foundation frequency frequent
  frequently friend front function functions fund funding funds future gain gained gas gathered generation global goal
  goods grant granted growing guide gun hall handle happy health heart heat heavy height hill hold holder hospital host hot
  hour hours human ideal identify identified identity image impact implement implemented importance impossible improve
  improved improvement income increasingly industrial influence influenced influential initial initially inside institution
  institutions instruction intelligence intend intended interest interested interesting internal interpretation introduce
  introduced introduction invasion invest investment island issue issued item items job judgment key kill killed kingdom
  knowledge labor lack lake language languages launch launched lay layer leadership league learn learned learning legal
  length letter library license light limit limited limits link linked liquid list listed literature load locally location
  loss machine machines magazine maintain maintained maintenance majority manage management manager manufacture manufacturing
  map mark marked marriage mass massive master match matter maximum measure measured measures media medical medicine medium
  member memory mental message metal middle mile miles mind mine minimum minute minutes mission mix mixed mobile month months
  mother motion mountain mountains mouth multiple museum music musical nation native nature naval needed negative network
  networks news newspaper night normal note noted notes notable object objects objective observe observed obtain obtained
  ocean oil operate operated operating operation operations opinion opportunity oppose opposed opposition option organization
  organizations organize organized origin originally outside owned owner ownership paper park participate particle pattern
  patterns peace peak performance perform performed permanent permit permitted phase philosophy phone physics picture plant
  plants plate player players port positive possibility post potential practical practice practices prefer prepare prepared
  presence pressure prevent previous previously primary prime principal principle principles prior prison probability
  procedure professional professor profit progress promote promoted proper properly properties property proportion proposal
  propose proposed protect protected protection prove proved publication publish published pull purchase purchased pure
  push quality quickly race radio rain raise raised range rapid rapidly rare rarely ratio reaction ready reality realize
  reason receive recognition recognize recognized record recorded recording records recover refuse region regional regions
  regular regularly regulation reject rejected relation relations relationship relationships relative relatively release
  released relief religion rely replace report reported reports representation representative representatives republic
  request resistance resource resources respect respectively respond response responsibility rest restore restored restrict
  restricted result retain retained reveal revealed revenue review revolution ring risk rock rocks room round route row
  royal rural safe safety sale sales sample save scale scene schedule scheme scholars science scientific scientists score
  screen search seat secret secretary section sector secure security seek select selected selection sell senior sense sent
  sentence separate separated series serious session settle settled settlement settlements sex shape share shared sharp ship
  ships shop shore sign signed significance significantly similarly situation size skill skills slightly slow slowly soft
  soil soldiers solid solution solutions solve song sound source sources space speech speed spend spent spirit sport sports
  spread stability stable staff stage standard standards star statement station stations status steel step steps stock stone
  stop stopped store story strategy stream strength stress strongly structure structures struggle style subject subjects
  success succeeded successfully suffer suffered sufficient suggest suggested suggests suitable summer sun supply supplies
  surface surrounding survey survive survived suspend switch symbol table talk target teach teacher teachers teaching
  technical technique techniques technology television temperature territory test text theatre theme theoretical thin
  thousands throughout tool tools top topic touch tour towards tower town towns track traditional traditionally train
  transfer transferred transition transport transportation travel treat treated treatment treaty tree trees trial troops
  truth unable understand understanding understood union unique unit united units unknown upper urban user users usual
  valley valuable variety vary vast version victory video view views village vision visit visitors vote wage wages wait walk
  wall watch wave wealth weapons weather week weeks weight wide widely wind window winter wish worker workers worth writer
  writing yield zone`,
]

/** Words and their tiers: 0 for the lightest, higher for rarer ones. */
const tiers = new Map<string, number>()
rows.forEach((row, tier) => {
  for (const word of row.split(/\s+/)) if (!tiers.has(word)) tiers.set(word, tier)
})

/** The tier of words that are not listed: one above the rarest listed ones. */
export const rareTier = rows.length

const endings: readonly (readonly [ending: string, instead: string])[] = [
  ["'s", ''],
  ['’s', ''],
  ['ies', 'y'],
  ['es', ''],
  ['s', ''],
  ['ed', ''],
  ['ed', 'e'],
  ['ing', ''],
  ['ing', 'e'],
  ['ly', ''],
]

/** The last letters of the endings. */
const lastLetters = new Set(endings.map(([ending]) => ending.charCodeAt(ending.length - 1)))

const derivedTier = (word: string): number => {
  if (!lastLetters.has(word.charCodeAt(word.length - 1))) return rareTier
  for (const [ending, instead] of endings) {
    if (word.length < ending.length + 3 || !word.endsWith(ending)) continue
    const stem = tiers.get(word.slice(0, -ending.length) + instead)
    if (stem !== undefined) return stem
  }
  return rareTier
}

/** How common a lower-case word is: 0 (lightest) to `rareTier`. An inflected form is as common as its base word. */
export const tierOf = (word: string): number => tiers.get(word) ?? derivedTier(word)

export const listedCommonWords: readonly string[] = [...tiers.keys()]
