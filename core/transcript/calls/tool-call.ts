// What a tool call may have shown of files, and which ones it surely read and wrote. An agent quotes what it read in its next
// edit, so those results stay byte-exact. In doubt a call counts as one that showed files, and nobody knows which.

import { isObject } from '../../json/object.ts'
import { ownText } from '../../text/own-text.ts'
import { type FileUse, longestPath, patchedFiles, unknownUse } from './file-use.ts'
import { givesInstructions } from './instructions.ts'
import { shellUse } from './shell-files.ts'
import { mayPrint, readsFiles } from './shell-prints.ts'
import { argumentsSay, isPathName } from './tool-arguments.ts'
import { type NameSays, shells, ToolName, viewers, viewingEditors, writers } from './tool-names.ts'
import { words } from './word-list.ts'

export interface ToolCall {
  readonly name: string
  /** The arguments as JSON text, or as the value that they are. */
  readonly input: unknown
  /** A program of the model's makes it, and gets the answer in its place. */
  readonly byProgram?: boolean
  /** The provider itself runs it, and what it answers is the provider's. */
  readonly hosted?: boolean
}

export interface JudgedCall extends FileUse {
  /** Whether its result may be content of files. */
  readonly mayRead: boolean
  /** Whether its paths are those of a shell, whose directory may change from call to call. */
  readonly inShell: boolean
  /** Whether what it answers is to be followed. */
  readonly instructs?: true | undefined
  /** Of a call that shows what an earlier command prints: that command tells whether files are shown. */
  readonly polls?: Poll
}

export interface Poll {
  /** What may name the command. */
  readonly names: readonly string[]
  /** Whether what the call types into it may show files. */
  readonly typesRead: boolean
}

/** Why what a call shows stays, as far as the call tells. */
export const pinByCall = ({
  instructs,
  mayRead,
}: Pick<JudgedCall, 'instructs' | 'mayRead'>): 'instructions' | 'file-read' | undefined => {
  if (instructs === true) return 'instructions'
  return mayRead ? 'file-read' : undefined
}

const parsedInput = (input: unknown): unknown => {
  if (typeof input !== 'string') return input
  try {
    return JSON.parse(input)
  } catch {
    return input
  }
}

const asTexts = (value: unknown): readonly string[] | undefined => {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : undefined
}

/** A list of words as a shell would have to read it. */
const asLine = (value: unknown): string | undefined =>
  typeof value === 'string'
    ? value
    : asTexts(value)
        ?.map((word) => `'${word.replaceAll("'", `'\\''`)}'`)
        .join(' ')

/** The command line in a shell tool's arguments, or `undefined` when there is none to be found. */
const commandLine = (input: unknown): string | undefined => {
  if (!isObject(input)) return asLine(input)
  for (const value of [input.command, input.cmd, input.script, input.input]) {
    const line = asLine(value)
    if (line !== undefined) return line
  }
  // Several commands are several lines.
  return asTexts(input.commands)?.join('\n')
}

/** Where a shell call says that it starts. */
const directoryOf = (input: unknown): string | undefined =>
  isObject(input)
    ? [input.workdir, input.cwd, input.working_directory].find((value) => typeof value === 'string')
    : undefined

/** Of a shell call that nobody understands. */
const anything: JudgedCall = { ...unknownUse, mayRead: true, inShell: true, moves: true }

const shellCall = (input: unknown): JudgedCall => {
  const action = isObject(input) && isObject(input.action) ? input.action : input
  const line = commandLine(input) ?? commandLine(action)
  if (line === undefined) return anything
  return { ...shellUse(line, directoryOf(input) ?? directoryOf(action)), inShell: true }
}

/** What a tool does that names its files in its arguments. */
const namedFiles = (name: string, input: unknown): FileUse => {
  if (!isObject(input)) return unknownUse
  const naming: unknown[] = []
  const others: [string, unknown][] = []
  for (const [key, value] of Object.entries(input)) {
    if (isPathName(key)) naming.push(value)
    else if (value !== null && key !== 'command') others.push([key, value])
  }
  const paths = naming.length === 1 ? asTexts(naming[0]) : undefined
  if (paths === undefined) return unknownUse
  if (viewers.has(name) || input.command === 'view') {
    const part = others.length === 0 ? '' : JSON.stringify(others)
    return { ...unknownUse, reads: paths.map((path) => ({ path, part })), complete: true }
  }
  // With more arguments than the content, it may add to the file.
  const isWhole = (writers.has(name) || input.command === 'create') && others.length <= 1
  return { ...unknownUse, writes: isWhole ? paths : [] }
}

const patchText = (input: unknown): string => {
  if (typeof input === 'string') return input
  const texts = isObject(input) ? [input.input, input.patch].filter((text) => typeof text === 'string') : []
  return texts[0] ?? ''
}

/** The plain values among the arguments of a call. */
const valuesOf = (input: unknown): readonly string[] =>
  Object.values(isObject(input) ? input : {})
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .map(String)

/** A call that shows what runs elsewhere, or types into it. What it types may show files by itself. */
const pollingCall = (input: unknown): JudgedCall => {
  const names = valuesOf(input)
  const typesRead = names.some((value) => mayPrint(value) || readsFiles(value))
  return { ...unknownUse, mayRead: true, inShell: false, polls: { names, typesRead } }
}

/** Whether a tool that is not a shell may show files, by what its name says, and its arguments. */
const mayShow = (says: NameSays, input: unknown): boolean => {
  const { something, files, program, reads } = argumentsSay(input)
  if (says === 'shows') return true
  if (says === 'shared') return !something || files || reads
  if (says === 'prints') return !program || reads
  return reads || (says === 'unknown' && files)
}

/** Tools that run a command or something else, as a query; a command that they are given is one. */
const mayRunCommands = words('exec execute run command')

/** A tool of any name that is given a command, beside what else its arguments say. */
const commandedCall = (says: NameSays, input: unknown): JudgedCall | undefined => {
  if (!isObject(input) || says === 'shows') return undefined
  const { command, cmd, commands, cwd, workdir, working_directory, ...others } = input
  const line = commandLine({ command, cmd, commands })
  if (line === undefined) return undefined
  if (says === 'prints') return shellCall(input)
  return { ...unknownUse, mayRead: shellUse(line).mayRead || mayShow(says, others), inShell: false }
}

type NameOf = (name: string) => ToolName

const judged = (call: ToolCall, nameOf: NameOf): JudgedCall => {
  const called = nameOf(call.name)
  const { plain: name } = called
  const input = parsedInput(call.input)
  if (name === 'applypatch')
    return { ...unknownUse, mayRead: true, inShell: false, writes: patchedFiles(patchText(input)) }
  if (shells.has(name) || (mayRunCommands.has(name) && commandLine(input) !== undefined)) return shellCall(input)
  const { says } = called
  const mayRead = mayShow(says, input)
  if (viewingEditors.has(name) || viewers.has(name) || writers.has(name))
    return { ...namedFiles(name, input), inShell: false, mayRead }
  const commanded = commandedCall(says, input)
  if (commanded !== undefined) return commanded
  if (mayRead && says === 'prints') return pollingCall(input)
  return { ...unknownUse, inShell: false, mayRead, ...(givesInstructions(name) ? { instructs: true } : {}) }
}

/** No call of an agent names more, and what is remembered of a call must not be many times as long as the call. */
const mostFiles = 20
const longestPart = 400

/** No call of an agent is longer; in a longer one nobody looks for what it does, because that takes time by its length. */
const longestName = 200
const longestInput = 250_000

const isTooLong = ({ name, input }: ToolCall): boolean =>
  name.length > longestName || (typeof input === 'string' && input.length > longestInput)

/** What a call does with files, in text of its own. To be asked once for each call. A call that is too long, or a shell's without a command, may do anything. */
export const judgeCall = (call: ToolCall, nameOf: NameOf = (name) => new ToolName(name)): JudgedCall => {
  const use = isTooLong(call) ? anything : judged(call, nameOf)
  const { reads, writes } = use
  if (reads.length === 0 && writes.length === 0) return use
  const isShort =
    reads.length <= mostFiles &&
    reads.every(({ path, part }) => path.length <= longestPath && part.length <= longestPart)
  return {
    ...use,
    ...(isShort
      ? { reads: reads.map(({ path, part }) => ({ path: ownText(path), part: ownText(part) })) }
      : { reads: [], complete: false }),
    writes: writes
      .slice(0, mostFiles)
      .filter((path) => path.length <= longestPath)
      .map(ownText),
  }
}
