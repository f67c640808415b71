// Which tool calls may have shown the content of files. An agent quotes what it read in its next edit, so those results
// stay byte-exact. In doubt a call counts as one that did.

export interface ToolCall {
  readonly name: string
  /** The arguments as JSON text, or as the value that they are. */
  readonly input: unknown
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '))

/** Tools that show files or search in them, by name without case and separators. Edits show what they changed. */
const readers = words(
  'read readfile readfiles readmanyfiles readtextfile readtextfiles readmultiplefiles readlines readnotebook notebookread ' +
    'view viewfile viewsource open openfile openfiles cat getfile getfilecontent getfilecontents filecontents fetchfile ' +
    'loadfile showfile goto scroll scrolldown scrollup grep greptool greps grepsearch ripgrep rg search searchfile searchfiles ' +
    'searchdir searchcode searchfilecontent codebasesearch findinfiles gitdiff gitshow diff edit editfile multiedit write ' +
    'writefile insert create createfile strreplace strreplaceeditor strreplacebasededittool texteditor applypatch notebookedit',
)

/** Tools that run a command given as text or as a list of words. */
const shells = words(
  'bash shell sh zsh exec execcommand executebash executecommand executeshell localshell localshellcall containerexec run ' +
    'runcommand runshellcommand runterminalcmd runterminalcommand runinterminal terminal command cmd powershell execute ' +
    'shellcommand bashtool bashcommand',
)

/** Programs that print the content of the files they are given. */
const printers = words(
  'cat bat batcat tac nl head tail less more sed awk gawk perl grep egrep fgrep zgrep rg ag ack od xxd hexdump strings diff ' +
    'cut column jq yq view vi vim ed type gc get-content select-string',
)
/** Of the version control programs only these print content. */
const contentCommands = words('show diff blame annotate grep cat-file cat')
/** Programs that run what follows them: any word of theirs may be the program. */
const runners = words(
  'sudo env time timeout nice nohup xargs exec command bash sh zsh dash ssh docker kubectl find watch',
)

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

const asLine = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value
  return Array.isArray(value) && value.every((word) => typeof word === 'string') ? value.join(' ') : undefined
}

/** The command line in a shell tool's arguments, or `undefined` when there is none to be found. */
const commandLine = (input: unknown, depth = 0): string | undefined => {
  const value = parsedInput(input)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return asLine(value)
  for (const name of ['command', 'cmd', 'commands', 'script', 'input']) {
    const line = asLine(Reflect.get(value, name))
    if (line !== undefined) return line
  }
  const action: unknown = Reflect.get(value, 'action')
  // No deeper: a caller could nest them without end.
  return depth === 0 && typeof action === 'object' && action !== null ? commandLine(action, 1) : undefined
}

const programOf = (word: string): string => (word.split('/').at(-1) ?? word).replace(/^["']|["']$/g, '').toLowerCase()

const printsFiles = (stage: string, first: boolean): boolean => {
  const [program = '', ...rest] = stage
    .split(/[\s"']+/)
    .filter((word) => word !== '' && !/^[A-Za-z_]\w*=/.test(word))
    .map(programOf)
  if (runners.has(program)) return rest.some((word) => printers.has(word) || contentCommands.has(word))
  if (program === 'git' || program === 'hg' || program === 'svn') return rest.some((word) => contentCommands.has(word))
  return first && printers.has(program)
}

/**
 * Whether a command line prints content of files. A printer behind a pipe only filters what came before it. Quotes are
 * not understood, which errs towards yes.
 */
const readsFiles = (line: string): boolean =>
  line
    .split(/\|\||&&|[;&\n`(){}]/)
    .some((pipeline) => pipeline.split('|').some((stage, index) => printsFiles(stage.trim(), index === 0)))

/** Whether the result of this call may be content of files. To be asked once for each call: it costs time by their length. A shell call whose command cannot be found counts as one. */
export const mayReadFiles = (call: ToolCall): boolean => {
  const name = plainName(call.name)
  if (readers.has(name)) return true
  if (!shells.has(name)) return false
  const line = commandLine(call.input)
  return line === undefined || readsFiles(line)
}
