// What a tool call may have shown of files, and which ones it surely read and wrote. An agent quotes what it read in its next
// edit, so those results stay byte-exact. In doubt a call counts as one that showed files, and nobody knows which.

import { type FileUse, longestPath, patchedFiles, unknownUse } from './file-use.ts'
import { shellUse } from './shell-files.ts'
import { words } from './word-list.ts'

export interface ToolCall {
  readonly name: string
  /** The arguments as JSON text, or as the value that they are. */
  readonly input: unknown
}

export interface JudgedCall extends FileUse {
  /** Whether its result may be content of files. */
  readonly mayRead: boolean
  /** Whether its paths are those of a shell, whose directory may change from call to call. */
  readonly inShell: boolean
}

/** Tools that show a file that they name, by name without case and separators. */
const viewers = words(
  'read readfile readfiles readmanyfiles readtextfile readtextfiles readmultiplefiles readlines readnotebook notebookread ' +
    'view viewfile viewsource openfiles cat getfile getfilecontent getfilecontents filecontents fetchfile ' +
    'loadfile showfile',
)
/** Tools that show and change files by a command among their arguments. */
const viewingEditors = words('strreplaceeditor strreplacebasededittool texteditor')
/** Tools that leave nothing of a file as it was. */
const writers = words('write writefile writetofile create createfile')
/** Tools that show some lines of files: of those that they change, or of more than they name. */
const glimpses = words(
  'edit editfile multiedit insert strreplace notebookedit replace replaceinfile replacestringinfile searchreplace ' +
    'multireplacestringinfile inserteditintofile editblock applydiff applypatch patch open openfile goto scroll scrolldown ' +
    'scrollup grep greptool greps grepfiles grepsearch ripgrep rg search searchfile searchfiles searchdir searchcode ' +
    'searchfilecontent searchforpattern searchinfilesbytext searchinfilesbyregex codebasesearch semanticsearch findinfiles ' +
    'findsymbol findreferencingsymbols listcodeusages viewlinerange viewcodeitem getfiletextbypath getchangedfiles gitdiff ' +
    'gitdiffstaged gitdiffunstaged gitshow diff getpullrequestdiff getpullrequestfiles pullrequestread writestdin',
)
/** Tools that run a command given as text or as a list of words. */
const shells = words(
  'bash shell sh zsh exec execcommand executebash executecommand executeshell localshell localshellcall containerexec run ' +
    'runcommand runshellcommand runterminalcmd runterminalcommand runinterminal terminal command cmd powershell execute ' +
    'shellcommand bashtool bashcommand',
)
/** How arguments are called that name a file, or several. */
const pathNames = words('path paths file files filepath filepaths filename notebookpath targetfile absolutepath')

/** `mcp__files__read_file`, `files.read_file` and `ReadFile` are one name. */
const plainName = (name: string): string =>
  (name.split(/[./:]|__/).at(-1) ?? name).toLowerCase().replace(/[^a-z0-9]/g, '')

const parsedInput = (input: unknown): unknown => {
  if (typeof input !== 'string') return input
  try {
    return JSON.parse(input)
  } catch {
    return input
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

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
  for (const name of ['command', 'cmd', 'commands', 'script', 'input']) {
    const line = asLine(input[name])
    if (line !== undefined) return line
  }
  return undefined
}

/** Where a shell call says that it starts. */
const directoryOf = (input: unknown): string | undefined =>
  isObject(input)
    ? ['workdir', 'cwd', 'working_directory'].map((name) => input[name]).find((value) => typeof value === 'string')
    : undefined

const shellCall = (input: unknown): JudgedCall => {
  const action = isObject(input) && isObject(input.action) ? input.action : input
  const line = commandLine(input) ?? commandLine(action)
  if (line === undefined) return { ...unknownUse, mayRead: true, inShell: true, moves: true }
  return { ...shellUse(line, directoryOf(input) ?? directoryOf(action)), inShell: true }
}

/** What a tool does that names its files in its arguments. */
const namedFiles = (name: string, input: unknown): FileUse => {
  if (!isObject(input)) return unknownUse
  const naming: unknown[] = []
  const others: [string, unknown][] = []
  for (const [key, value] of Object.entries(input)) {
    if (pathNames.has(plainName(key))) naming.push(value)
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

const judged = (call: ToolCall): JudgedCall => {
  const name = plainName(call.name)
  if (shells.has(name)) return shellCall(parsedInput(call.input))
  const seen = { mayRead: true, inShell: false }
  if (name === 'applypatch') return { ...unknownUse, ...seen, writes: patchedFiles(patchText(parsedInput(call.input))) }
  const namesFiles = [viewers, viewingEditors, writers].some((names) => names.has(name))
  if (namesFiles) return { ...namedFiles(name, parsedInput(call.input)), ...seen }
  return { ...unknownUse, ...seen, mayRead: glimpses.has(name) }
}

/** No call of an agent names more, and what is remembered of a call must not be many times as long as the call. */
const mostFiles = 20
const longestPart = 400

/** What a call does with files. To be asked once for each call: it costs time by their length. A shell call whose command cannot be found may do anything. */
export const judgeCall = (call: ToolCall): JudgedCall => {
  const use = judged(call)
  const { reads, writes } = use
  const isShort =
    reads.length <= mostFiles &&
    reads.every(({ path, part }) => path.length <= longestPath && part.length <= longestPart)
  return {
    ...use,
    ...(isShort ? {} : { reads: [], complete: false }),
    writes: writes.slice(0, mostFiles).filter((path) => path.length <= longestPath),
  }
}
