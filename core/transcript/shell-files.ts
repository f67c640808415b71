// Which files a command line shows and changes. Whether it may show any is judged so that doubt means yes; which ones they are,
// so that doubt means no.

import { type FilePart, type FileUse, isAbsolute, longestPath, patchedFiles, unknownUse } from './file-use.ts'
import { type Command, commandsOf } from './shell-words.ts'

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '))

/** Programs that print the content of the files they are given. */
const printers = words(
  'cat bat batcat tac nl head tail less more sed awk gawk perl grep egrep fgrep zgrep rg ag ack od xxd hexdump strings diff ' +
    'cut column jq yq view vi vim ed type gc get-content select-string',
)
/** Of the version control programs only these print content. */
const contentCommands = words('show diff blame annotate grep cat-file cat')
const versionControl = words('git hg svn')
const shells = words('bash sh zsh dash')
/** Programs that run what follows them: any word of theirs may be the program. */
const runners = words(
  'sudo env time timeout nice nohup xargs exec command bash sh zsh dash ssh docker kubectl find watch',
)
/** Where these stand, the rest may run once, often or never. */
const control = words(
  'if then else elif fi for while until do done case esac function select ! [[ pushd popd eval source .',
)
/** Programs that succeed where nothing is wrong: what follows them with `&&` runs as well. */
const succeeding = words(
  'cd cat bat batcat tac nl head tail sed tee echo printf mkdir ls pwd export set true touch chmod',
)
const printAll = words('cat tac nl')

const programOf = (word: string): string => word.slice(word.lastIndexOf('/') + 1).toLowerCase()

const isAssignment = (word: string): boolean => /^[A-Za-z_]\w*=/.test(word)

const printsFiles = (stage: string, first: boolean): boolean => {
  const all = stage.split(/[\s"']+/)
  const start = all.findIndex((word) => word !== '' && !isAssignment(word))
  const program = programOf(all[start] ?? '')
  const isRunner = runners.has(program) || control.has(program)
  if (!isRunner && !versionControl.has(program)) return first && printers.has(program)
  return all.slice(start + 1).some((word) => {
    const name = programOf(word)
    return contentCommands.has(name) || (isRunner && printers.has(name))
  })
}

/** Whether a command line that is not understood may print content of files: quotes are taken for nothing, which errs towards yes. */
const mayPrint = (line: string): boolean =>
  line
    .split(/\|\||&&|[;&\n`(){}]/)
    .some((pipeline) => pipeline.split('|').some((stage, index) => printsFiles(stage, index === 0)))

/** Whether one command does, among others that are understood. A printer behind a pipe only filters what came before it. */
const prints = ({ joint, words: [program = '', ...args] }: Command): boolean =>
  versionControl.has(programOf(program))
    ? args.some((word) => word === undefined || contentCommands.has(word))
    : joint !== '|' && printers.has(programOf(program))

/** The words of a command that are no options; `undefined` where one of them is not certain. */
const operands = (args: Command['words']): readonly string[] | undefined =>
  args.every((word) => word !== undefined) ? args.filter((word) => !word.startsWith('-')) : undefined

/** The files that `head` and `tail` are given: a count may be a word of its own. */
const endsOf = (args: Command['words']): readonly string[] | undefined =>
  operands(args.filter((_, index) => !/^-[nc]$/.test(args[index - 1] ?? '')))

/** The files that `sed` is given, and whether it changes them; `undefined` when its options are not understood. */
const editedBy = (args: Command['words']): { files: readonly string[]; changes: boolean } | undefined => {
  const options = args.filter((word) => word?.startsWith('-'))
  const isKnown = options.every(
    (word) => word !== undefined && /^-(?:[nErsuz]+|i\S*|[nErsuz]+i|-in-place\S*|e)$/.test(word),
  )
  const scripts = options.filter((word) => word === '-e').length
  const files = operands(args)?.slice(Math.max(1, scripts))
  return isKnown && files !== undefined
    ? { files, changes: options.some((word) => /^-(?:\w*i|-in)/.test(word ?? '')) }
    : undefined
}

interface Found {
  readonly reads: FilePart[]
  readonly writes: string[]
  complete: boolean
}

/** Adds what one command does. `part`: the words of all that filters what it prints; absent: nothing does. */
const addCommand = ({ words: all, outputs, input }: Command, found: Found, part: string | undefined): void => {
  const [program, ...args] = all
  const name = programOf(program ?? '')
  const show = (files: readonly string[] | undefined, whole: boolean): void => {
    const shown = part ?? (whole ? '' : all.join(' '))
    if (files === undefined || (files.length > 0 && outputs.length > 0)) found.complete = false
    else for (const path of files) found.reads.push({ path, part: shown })
  }
  const write = (files: readonly string[]): void => {
    for (const path of files) found.writes.push(path)
  }
  for (const output of outputs) if (output !== undefined && !output.startsWith('/dev/')) found.writes.push(output)

  if (printAll.has(name)) show(operands(args), true)
  else if (name === 'head' || name === 'tail') show(endsOf(args), false)
  else if (name === 'sed') {
    const edited = editedBy(args)
    if (edited?.changes) write(edited.files)
    else show(edited?.files, false)
  } else if (name === 'tee') write(operands(args) ?? [])
  else if (name === 'apply_patch' || name === 'applypatch') write(patchedFiles(args[0] ?? input))
  else if (printers.has(name) || runners.has(name) || program === undefined) found.complete = false
  else if (versionControl.has(name) && args.some((word) => word === undefined || contentCommands.has(word)))
    found.complete = false
}

/** How a pipeline is spelt that begins here and filters what it prints; absent: nothing does, or this is a filter itself. */
const partOf = (commands: readonly Command[], first: number): string | undefined => {
  if (commands[first]?.joint === '|' || commands[first + 1]?.joint !== '|') return undefined
  const stages: string[] = []
  for (let index = first; index === first || commands[index]?.joint === '|'; index += 1)
    stages.push(commands[index]?.words.map((word) => word ?? '$').join(' ') ?? '')
  return stages.join(' | ')
}

/** `X=1 cat a` runs `cat`. */
const withoutVariables = (command: Command): Command => {
  const start = command.words.findIndex((word) => word === undefined || !isAssignment(word))
  return start <= 0 ? command : { ...command, words: command.words.slice(start) }
}

const movesIn = (line: string): boolean => /\b(?:cd|pushd|popd)\b/.test(line)

/** What the commands do that run for certain. `directory`: where the line starts; absent: nobody knows. */
const useOf = (commands: readonly Command[], directory: string | undefined): FileUse => {
  const reads: FilePart[] = []
  const writes: string[] = []
  let complete = true
  let place: string | undefined = directory ?? '.'
  let runs = true
  const at = (path: string): string | undefined =>
    isAbsolute(path) || place === '.' ? path : place === undefined ? undefined : `${place.replace(/\/$/, '')}/${path}`

  commands.forEach((command, index) => {
    const before = programOf(commands[index - 1]?.words[0] ?? '')
    if (command.joint === ';') runs = true
    else if (command.joint === '||') runs = false
    else if (command.joint === '&&') runs &&= succeeding.has(before)

    if (command.words[0] === 'cd') {
      const [, to, ...more] = command.words
      const there = runs && to !== undefined && !to.startsWith('-') && more.length === 0 ? at(to) : undefined
      place = (there?.length ?? 0) > longestPath ? undefined : there
      return
    }
    const found: Found = { reads: [], writes: [], complete: true }
    addCommand(command, found, partOf(commands, index))
    for (const path of found.writes) {
      const written = at(path)
      if (runs && written !== undefined) writes.push(written)
    }
    if (command.joint === '|') {
      // It filters what it is given, unless it shows files of its own.
      if (isOpen(command) || command.words.includes(undefined) || found.reads.length > 0) complete = false
      return
    }
    if (!found.complete) complete = false
    for (const read of found.reads) {
      const path = at(read.path)
      if (path === undefined || !runs) complete = false
      else reads.push({ ...read, path })
    }
  })
  return { reads, complete, writes, moves: commands.some((command) => command.words[0] === 'cd') }
}

/** What a command line does with files, and whether it may show any. `directory`: where it starts, if the call says so. */
export const shellUse = (line: string, directory?: string): FileUse & { readonly mayRead: boolean } => {
  const commands = commandsOf(line)
  const [only] = commands ?? []
  const [program, option, inner, ...more] = only?.words ?? []
  const isShell = commands?.length === 1 && shells.has(programOf(program ?? '')) && /^-\w*c$/.test(option ?? '')
  const nested = isShell && inner !== undefined && more.length === 0 ? commandsOf(inner) : undefined
  const run = (nested ?? commands)?.map(withoutVariables)
  if (run === undefined || run.some(isControl)) return { ...unknownUse, mayRead: mayPrint(line), moves: movesIn(line) }
  const use = useOf(run, directory)
  return {
    ...use,
    mayRead: run.some(isOpen) ? mayPrint(line) : run.some(prints),
    moves: nested === undefined && use.moves,
  }
}

/** Whether only a shell can tell what it runs. */
const isOpen = ({ words: [program] }: Command): boolean => program === undefined || runners.has(programOf(program))
const isControl = ({ words: [program] }: Command): boolean => program !== undefined && control.has(program)
