// Whether commands may print content of files. In doubt they do; which files those are is told elsewhere.

import type { Command } from './shell-words.ts'
import { words } from './word-list.ts'

/** Programs that print the content of the files they are given. */
const printers = words(
  'cat bat batcat tac nl head tail less more sed awk gawk perl grep egrep fgrep zgrep rg ag ack od xxd hexdump strings diff ' +
    'cut column jq yq view vi vim ed type gc get-content select-string sls findstr zcat bzcat xzcat zless fold sort uniq ' +
    'paste rev comm join pr expand fmt tr iconv base64 dd colordiff sdiff xmllint pygmentize read mapfile readarray ' +
    'gcat ghead gtail gsed ggrep ugrep ast-grep sg delta difft zstdcat lz4cat pdftotext pandoc mdcat glow lynx w3m csvlook xsv ' +
    'mlr dasel gron prettier gofmt clang-format',
)
const mapOf = (patterns: Readonly<Record<string, RegExp>>): ReadonlyMap<string, RegExp> =>
  new Map(Object.entries(patterns))

/** Programs that print content only with such a word, and those that print none with one. A word may be called `constructor`. */
const printingWith: ReadonlyMap<string, RegExp> = mapOf({
  unzip: /^-[a-oq-z]*p/,
  tar: /^-?[A-Za-z]*O|^--to-stdout$/,
  ...Object.fromEntries(['gzip', 'gunzip', 'bzip2', 'xz', 'zstd', 'lz4'].map((name) => [name, /^-[a-z]*c|^--stdout$/])),
  ...Object.fromEntries(['black', 'ruff', 'isort', 'rustfmt'].map((name) => [name, /^--(?:diff|check)$/])),
  jupyter: /^nbconvert$/,
  crontab: /^-l$/,
  systemctl: /^cat$/,
  p4: /^(?:print|diff|describe)$/,
  jj: /^(?:show|diff|file)$/,
  curl: /^file:/,
})
const silentFlags =
  /^-[rRinIHhswEFPo]*l[rRinIHhswEFPo]*$|^--(?:files|files-with-matches|files-without-match|count|quiet)$/
const silentWith: ReadonlyMap<string, RegExp> = mapOf({
  ...Object.fromEntries(
    ['grep', 'egrep', 'fgrep', 'ggrep', 'ugrep', 'rg', 'ag', 'ack'].map((name) => [name, silentFlags]),
  ),
  prettier: /^(?:--write|-w|--check|-c|-l|--list-different)$/,
  gofmt: /^-[lw]$/,
  'clang-format': /^-i$/,
})
/** Of the version control programs only these print content. */
const contentCommands = words('show diff blame annotate grep cat-file cat')
const versionControl = words('git hg svn gh')
/** Options with which a history shows content. */
const patchOption = /^(?:-[pu]|-[UL].*|--(?:patch|unified).*)$/
/** With these and without the former, names and counts alone. */
const countOption = /^--(?:stat|shortstat|numstat|dirstat|summary|name-only|name-status)(?:=.*)?$/
/** Programs that run what follows them: any word of theirs may be the program. */
const runners = words(
  'sudo doas su env time timeout nice nohup stdbuf xargs parallel exec command bash sh zsh dash busybox ssh docker kubectl ' +
    'find fd fdfind watch powershell pwsh cmd uv poetry pipenv conda npx',
)
/** Where these stand, the rest may run once, often or never. */
const control = words(
  'if then else elif fi for while until do done case esac function select ! [[ pushd popd eval source .',
)
/** Programs that run a program given in place, and the words that say that one is. */
const interpreter = /^(?:i?python[\d.]*|py|node|deno|bun|tsx|ts-node|ruby|php|rscript|lua|julia)$/
const inPlace = /^(?:-(?:\w*[cepr])?|--(?:eval|print)|eval|<<.*)$/
/** How such a program reads files, whatever its language, and how it reads what it is given instead. */
const reading = /open|read|load|require|source|linecache|\bfile|\bcat\b/i
const readingInput = /\bloads\b|\bload\((?:sys\.)?stdin\b|\bstdin\.read/g
/** Files that a shell reads itself. */
const shellReads = /\$\(\s*<|::Read/i

/** The name of a program, however it is called. */
export const programOf = (word: string): string => {
  const name = word.slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1).toLowerCase()
  return name.endsWith('.exe') ? name.slice(0, -'.exe'.length) : name
}

const isAssignment = (word: string): boolean => /^[A-Za-z_]\w*=/.test(word)

/** Whether a program prints content of files. `follows`: whether such a word stands behind it. */
const isPrinter = (name: string, follows: (pattern: RegExp) => boolean): boolean => {
  const isPrinting = printers.has(name)
  const pattern = (isPrinting ? silentWith : printingWith).get(name)
  return isPrinting !== (pattern !== undefined && follows(pattern))
}

const standsIn =
  (args: Command['words']) =>
  (pattern: RegExp): boolean =>
    args.some((word) => word !== undefined && pattern.test(word))

/** Where such a word stands last among these, -1 where none does; worked out once for each pattern. */
const lastOf = (args: Command['words']): ((pattern: RegExp) => number) => {
  const found = new Map<RegExp, number>()
  return (pattern) => {
    const known = found.get(pattern)
    if (known !== undefined) return known
    const last = args.findLastIndex((word) => word !== undefined && pattern.test(word))
    found.set(pattern, last)
    return last
  }
}

/** Whether one of these words is a program that prints content of files, with the words behind it. */
const hasPrinter = (args: readonly string[]): boolean => {
  const last = lastOf(args)
  return args.some((word, at) => isPrinter(programOf(word), (pattern) => last(pattern) > at))
}

/** Whether a version control program shows content, with these words behind it. */
const showsContent = (args: Command['words']): boolean => {
  const known = args.filter((word) => word !== undefined)
  if (known.some((word) => patchOption.test(word))) return true
  return known.some((word) => contentCommands.has(programOf(word))) && !known.some((word) => countOption.test(word))
}

/** Whether a program may read files, whatever its language. */
export const readsFiles = (program: string): boolean => reading.test(program.replaceAll(readingInput, ''))

/** Whether these words give an interpreter its program. */
const runsInPlace = (all: Command['words']): boolean => {
  const start = all.findIndex((word) => word !== undefined && interpreter.test(programOf(word)))
  const rest = start < 0 ? [] : all.slice(start + 1)
  return !rest.includes('-m') && rest.some((word) => word !== undefined && inPlace.test(word))
}

const stagePrints = (stage: string, first: boolean, textReads: boolean): boolean => {
  const all = stage.replace(/^\s*\$\w+\s*=/, '').split(/[\s"']+/)
  if (textReads && runsInPlace(all)) return true
  const start = all.findIndex((word) => word !== '' && !isAssignment(word))
  const program = programOf(all[start] ?? '')
  const isRunner = runners.has(program) || control.has(program)
  const args = all.slice(start + 1)
  if (!isRunner && !versionControl.has(program))
    return (first || all.includes('-')) && isPrinter(program, standsIn(args))
  return showsContent(args) || (isRunner && hasPrinter(args))
}

/** No line of an agent has more. */
const mostStages = 4_000
const stages = /[|&;\n`(){}"']/g

/** Whether a line that is not understood may print content of files. What stands in quotes may be a command of its own, or not. */
export const mayPrint = (line: string): boolean => {
  if (shellReads.test(line) || (line.match(stages)?.length ?? 0) > mostStages) return true
  const textReads = readsFiles(line)
  return [/\|\||&&|[;&\n`(){}]/, /\|\||&&|[;&\n`(){}"']/].some((separator) =>
    line
      .split(separator)
      .some((pipeline) => pipeline.split('|').some((stage, index) => stagePrints(stage, index === 0, textReads))),
  )
}

/** A command as it is run: `X=1 cat a` runs `cat`. What is asked of it several times is worked out once. */
export class Run implements Command {
  readonly joint: Command['joint']
  readonly words: Command['words']
  readonly outputs: Command['outputs']
  readonly input: string
  /** Empty where nobody knows it. */
  readonly program: string
  readonly args: Command['words']
  #prints: boolean | undefined

  constructor({ joint, words, outputs, input }: Command) {
    const start = words.findIndex((word) => word === undefined || !isAssignment(word))
    this.joint = joint
    this.words = start <= 0 ? words : words.slice(start)
    this.outputs = outputs
    this.input = input
    this.program = programOf(this.words[0] ?? '')
    this.args = this.words.slice(1)
  }

  /** Whether it prints content of files. A printer behind a pipe only filters, unless it names what comes out of it among others. */
  get prints(): boolean {
    this.#prints ??= this.#mayPrint()
    return this.#prints
  }

  /** Whether only a shell can tell what it runs. */
  get isOpen(): boolean {
    return this.words[0] === undefined || runners.has(this.program)
  }

  get isControl(): boolean {
    return this.words[0] !== undefined && control.has(this.program)
  }

  #mayPrint(): boolean {
    const { joint, words: all, input, program, args } = this
    if (versionControl.has(program)) return args.includes(undefined) || showsContent(args)
    if (interpreter.test(program) && (input !== '' || runsInPlace(all)))
      return args.includes(undefined) || readsFiles(`${args.join(' ')} ${input}`)
    return isPrinter(program, standsIn(args)) && (joint !== '|' || args.includes('-'))
  }
}
