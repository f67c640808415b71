// Which files a command line surely shows, and which ones it surely overwrites: here doubt means no.

import { type FilePart, type FileUse, isAbsolute, longestPath, patchedFiles, unknownUse } from './file-use.ts'
import { mayPrint, programOf, Run } from './shell-prints.ts'
import { type Command, commandsOf } from './shell-words.ts'
import { words } from './word-list.ts'

const shells = words('bash sh zsh dash')
/** Programs that succeed where nothing is wrong: what follows them with `&&` runs as well. */
const succeeding = words(
  'cd cat bat batcat tac nl head tail sed tee echo printf mkdir ls pwd export set true touch chmod',
)
const printAll = words('cat tac nl')
/** After these nothing may follow. */
const ending = words('exit return exec')

/** The words of a command that are no options; `undefined` where one of them is not certain. */
const operands = (args: Command['words']): readonly string[] | undefined =>
  args.every((word) => word !== undefined) ? args.filter((word) => !word.startsWith('-')) : undefined

/** The files that `head` and `tail` are given: a count may be a word of its own. */
const endsOf = (args: Command['words']): readonly string[] | undefined =>
  operands(args.filter((_, index) => !/^-[nc]$/.test(args[index - 1] ?? '')))

/** The files that `sed` prints: none when it changes them in place, `undefined` when its options are not understood. */
const streamedBy = (args: Command['words']): readonly string[] | undefined => {
  const options = args.filter((word) => word?.startsWith('-'))
  if (options.some((word) => /^-(?:\w*i|-in)/.test(word ?? ''))) return []
  if (!options.every((word) => /^-(?:[nErsuz]+|e)$/.test(word ?? ''))) return undefined
  const scripts = options.filter((word) => word === '-e').length
  return operands(args)?.slice(Math.max(1, scripts))
}

interface Found {
  readonly reads: FilePart[]
  readonly writes: string[]
  complete: boolean
}

/** Adds what a command shows. */
const addShown = (run: Run, found: Found, files: readonly string[] | undefined, part: string | undefined): void => {
  if (files === undefined || (files.length > 0 && run.outputs.length > 0)) found.complete = false
  else for (const path of files) found.reads.push({ path, part: part ?? run.words.join(' ') })
}

/** What a command writes beside what it prints; `undefined`: it is no program that does. */
const writtenBy = ({ program, args, input }: Run): readonly string[] | undefined => {
  if (program === 'tee') {
    const files = operands(args)
    return files?.length === args.length ? files : []
  }
  return program === 'apply_patch' || program === 'applypatch' ? patchedFiles(args[0] ?? input) : undefined
}

/** What one command does. `part`: the words of all that filters what it prints; absent: nothing does. */
const foundIn = (run: Run, part: string | undefined): Found => {
  const { program, args, outputs } = run
  const found: Found = { reads: [], writes: [], complete: true }
  for (const output of outputs) if (output !== undefined && !output.startsWith('/dev/')) found.writes.push(output)
  if (printAll.has(program)) addShown(run, found, operands(args), part ?? '')
  else if (program === 'head' || program === 'tail') addShown(run, found, endsOf(args), part)
  else if (program === 'sed') addShown(run, found, streamedBy(args), part)
  else {
    const written = writtenBy(run)
    for (const path of written ?? []) found.writes.push(path)
    if (written === undefined && (run.isOpen || run.prints)) found.complete = false
  }
  return found
}

/** How a pipeline is spelt that begins here and filters what it prints; absent: nothing does, or this is a filter itself. */
const partOf = (commands: readonly Run[], first: number): string | undefined => {
  if (commands[first]?.joint === '|' || commands[first + 1]?.joint !== '|') return undefined
  const stages: string[] = []
  for (let index = first; index === first || commands[index]?.joint === '|'; index += 1)
    stages.push(commands[index]?.words.map((word) => word ?? '$').join(' ') ?? '')
  return stages.join(' | ')
}

/** Whether the line may end behind this command, now or when one fails. */
const mayEnd = ({ words: [program = ''], args }: Run): boolean =>
  ending.has(program) || (program === 'set' && args.some((word) => /^-\w*e|^errexit$/.test(word ?? '-e')))

const movesIn = (line: string): boolean => /\b(?:cd|pushd|popd)\b/.test(line)

/** What the commands do that run for certain. `directory`: where the line starts; absent: nobody knows. */
const useOf = (commands: readonly Run[], directory: string | undefined): FileUse => {
  const reads: FilePart[] = []
  const writes: string[] = []
  let complete = true
  let place: string | undefined = directory ?? '.'
  let runs = true
  let goesOn = true
  const at = (path: string): string | undefined =>
    isAbsolute(path) || place === '.' ? path : place === undefined ? undefined : `${place.replace(/\/$/, '')}/${path}`

  commands.forEach((command, index) => {
    const last = commands[index - 1]
    const before = last?.program ?? ''
    if (last !== undefined && mayEnd(last)) goesOn = false
    if (command.joint === ';') runs = goesOn
    else if (command.joint === '||') runs = false
    else if (command.joint === '&&') runs &&= succeeding.has(before)

    if (command.words[0] === 'cd') {
      const [, to, ...more] = command.words
      const there = runs && to !== undefined && !to.startsWith('-') && more.length === 0 ? at(to) : undefined
      place = (there?.length ?? 0) > longestPath ? undefined : there
      return
    }
    const found = foundIn(command, partOf(commands, index))
    for (const path of found.writes) {
      const written = at(path)
      if (runs && written !== undefined) writes.push(written)
    }
    if (command.joint === '|') {
      // It filters what it is given, unless it shows files of its own.
      const hasOwn = found.reads.length > 0 || command.isOpen || command.prints
      if (hasOwn || command.words.includes(undefined)) complete = false
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

/** The commands of the line that a shell is given, where that is all that runs. */
const nestedIn = (commands: readonly Command[]): readonly Command[] | undefined => {
  const [only, ...others] = commands
  const [program, option, inner, ...more] = only?.words ?? []
  const isShell = others.length === 0 && shells.has(programOf(program ?? '')) && /^-[a-df-z]*c$/.test(option ?? '')
  return isShell && inner !== undefined && more.length === 0 ? commandsOf(inner) : undefined
}

/** A longer line is not understood: taking it apart takes time by its length. */
const longestLine = 64_000

/** What a command line does with files, and whether it may show any. `directory`: where it starts, if the call says so. */
export const shellUse = (line: string, directory?: string): FileUse & { readonly mayRead: boolean } => {
  if (line.length > longestLine) return { ...unknownUse, mayRead: true, moves: true }
  const commands = commandsOf(line)
  const nested = commands === undefined ? undefined : nestedIn(commands)
  const run = (nested ?? commands)?.map((command) => new Run(command))
  if (run === undefined || run.some(({ isControl }) => isControl))
    return { ...unknownUse, mayRead: mayPrint(line), moves: movesIn(line) }
  const { reads, complete, writes, moves } = useOf(run, directory)
  const mayRead = run.some(({ isOpen }) => isOpen) ? mayPrint(line) : run.some(({ prints }) => prints)
  return { reads, complete, writes, mayRead, moves: nested === undefined && moves }
}
