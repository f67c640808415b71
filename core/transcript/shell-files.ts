// Which files a command line surely shows, and which ones it surely writes anew: here doubt means no.

import { type FilePart, type FileUse, isAbsolute, longestPath, patchedFiles, unknownUse } from './file-use.ts'
import { isAssignment, isControl, isOpen, mayPrint, prints, programOf } from './shell-prints.ts'
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

/** Adds what one command does. `part`: the words of all that filters what it prints; absent: nothing does. */
const addCommand = (command: Command, found: Found, part: string | undefined): void => {
  const { words: all, outputs, input } = command
  const [program = '', ...args] = all
  const name = programOf(program)
  const show = (files: readonly string[] | undefined, whole: boolean): void => {
    const shown = part ?? (whole ? '' : all.join(' '))
    if (files === undefined || (files.length > 0 && outputs.length > 0)) found.complete = false
    else for (const path of files) found.reads.push({ path, part: shown })
  }
  const write = (files: readonly string[]): void => {
    for (const path of files) found.writes.push(path)
  }
  write(outputs.filter((output) => output !== undefined).filter((output) => !output.startsWith('/dev/')))

  if (printAll.has(name)) show(operands(args), true)
  else if (name === 'head' || name === 'tail') show(endsOf(args), false)
  else if (name === 'sed') show(streamedBy(args), false)
  else if (name === 'tee') {
    const files = operands(args)
    write(files?.length === args.length ? files : [])
  } else if (name === 'apply_patch' || name === 'applypatch') write(patchedFiles(args[0] ?? input))
  else if (isOpen(command) || prints(command)) found.complete = false
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

/** Whether the line may end behind this command, now or when one fails. */
const mayEnd = ({ words: [program = '', ...args] }: Command): boolean =>
  ending.has(program) || (program === 'set' && args.some((word) => /^-\w*e|^errexit$/.test(word ?? '-e')))

const movesIn = (line: string): boolean => /\b(?:cd|pushd|popd)\b/.test(line)

/** What the commands do that run for certain. `directory`: where the line starts; absent: nobody knows. */
const useOf = (commands: readonly Command[], directory: string | undefined): FileUse => {
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
    const before = programOf(last?.words[0] ?? '')
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
    const found: Found = { reads: [], writes: [], complete: true }
    addCommand(command, found, partOf(commands, index))
    for (const path of found.writes) {
      const written = at(path)
      if (runs && written !== undefined) writes.push(written)
    }
    if (command.joint === '|') {
      // It filters what it is given, unless it shows files of its own.
      const hasOwn = found.reads.length > 0 || isOpen(command) || prints(command)
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

/** A longer line is not understood: taking it apart takes time by its length. */
const longestLine = 64_000

/** What a command line does with files, and whether it may show any. `directory`: where it starts, if the call says so. */
export const shellUse = (line: string, directory?: string): FileUse & { readonly mayRead: boolean } => {
  if (line.length > longestLine) return { ...unknownUse, mayRead: true, moves: true }
  const commands = commandsOf(line)
  const [only] = commands ?? []
  const [program, option, inner, ...more] = only?.words ?? []
  const isShell = commands?.length === 1 && shells.has(programOf(program ?? '')) && /^-[a-df-z]*c$/.test(option ?? '')
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
