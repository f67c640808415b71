// What the name of a tool says about files: which names are certain, and which mean files or something else, as a tracker's
// `search` or a database's `execute`.

import { givesInstructions } from './instructions.ts'
import { words } from './word-list.ts'

/** Tools that show a file that they name, by name without case and separators. */
export const viewers = words(
  'read readfile readfiles readmanyfiles readtextfile readtextfiles readmultiplefiles readlines readnotebook notebookread ' +
    'view viewfile viewsource openfiles cat getfile getfilecontent getfilecontents filecontents fetchfile ' +
    'loadfile showfile fileread fsread viewfiles readcode copilotreadfile',
)
/** Tools that show and change files by a command among their arguments. */
export const viewingEditors = words('strreplaceeditor strreplacebasededittool texteditor fileeditor')
/** Tools that leave nothing of a file as it was. */
export const writers = words('write writefile writetofile create createfile')
/** Tools that show some lines of files: of those that they change, or of more than they name. */
const glimpses = words(
  'editfile multiedit strreplace notebookedit replaceinfile replacestringinfile searchreplace ' +
    'multireplacestringinfile inserteditintofile editblock applydiff openfile ' +
    'grep greptool greps grepfiles grepsearch ripgrep rg searchfile searchfiles searchdir searchcode ' +
    'searchfilecontent searchforpattern searchinfilesbytext searchinfilesbyregex codebasesearch semanticsearch findinfiles ' +
    'findsymbol findreferencingsymbols listcodeusages viewlinerange viewcodeitem getfiletextbypath getchangedfiles gitdiff ' +
    'gitdiffstaged gitdiffunstaged gitshow getpullrequestdiff getpullrequestfiles pullrequestread getcommit comparecommits ' +
    'gotodefinition finddefinition listcodedefinitionnames codebaseretrieval gitcommitretrieval searchuntruncated searchproject ' +
    'getmoresearchresults getselectedineditortext getsource symbolsource packcodebase readrepomixoutput readallcells ' +
    'readresource readmcpresource readmcpresourcetool markitdown converttomarkdown pdftotext',
)
/** Tools that show names and places of files, whatever else their own names say. */
const placing = words(
  'getfileinfo getfilemetadata readlints findbyname findpath findfilesbynamekeyword findfilesbyglob',
)
/** Tools that run a command given as text or as a list of words. */
export const shells = words(
  'bash shell sh zsh execcommand executebash executecommand executeshell localshell localshellcall containerexec ' +
    'runcommand runshellcommand runterminalcmd runterminalcommand runinterminal terminal cmd powershell ' +
    'shellcommand bashtool bashcommand startprocess startterminal',
)
/** Names that files share with trackers, mail, databases and browsers: the arguments decide, and where there are none, files. */
const shared = words(
  'read view cat write create edit insert replace patch open goto scroll scrolldown scrollup search diff exec run execute ' +
    'command find fetch getresource',
)

/** Words of a name. */
const showing = words('read view cat show open display print peek dump head tail load')
const ofFiles = words(
  'file files fs code line lines source src notebook cell cells snippet buffer script pdf docx pptx xlsx',
)
const fetching = words('get fetch retrieve')
const fetched = words('file files snippet lines diff diffs cell cells notebook pdf docx pptx xlsx')
const changing = words('edit write replace patch insert update modify rewrite')
const searching = words('grep ripgrep')
const ofRunning = words(
  'stdin stdout terminal process bash shell console command cmd repl tty pty python ipython jupyter',
)
/** What the console of a browser has, and not that of a process. */
const ofBrowser = words('message messages error errors warning warnings')
const taskOutput = words(
  'taskoutput agentoutput agentoutputtool joboutput getoutput waitforoutput sendkeys tmuxsendkeys tmuxcapture capturepane ' +
    'tmuxcapturepane',
)
/** Such tools name files and show nothing of them. */
const naming = words(
  'ls list glob tree stat info directory dir folder exists mkdir delete remove move rename copy upload download test tests ' +
    'lint build compile run diagnostics problems errors coverage install format log status history',
)
/** Of servers whose tools work on files, whatever the tools are called. */
const fileServers = words(
  'fs file files filesystem editor ide vscode jetbrains serena code codebase workspace git repo desktop commander',
)

/** `mcp__files__read_file`, `files.read_file` and `ReadFile` are one name. */
export const plainName = (name: string): string =>
  (name.split(/[./:]|__/).at(-1) ?? name).toLowerCase().replace(/[^a-z0-9]/g, '')

const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '')

const hasAny = (list: readonly string[], known: ReadonlySet<string>): boolean => list.some((word) => known.has(word))

/**
 * - `shows`: content of files, instructions, or what a person says.
 * - `shared`: content of files or of something else.
 * - `prints`: what a command prints that an earlier call has started, perhaps.
 * - `names`: files, and nothing of their content.
 * - `unknown`: anything.
 */
export type NameSays = 'shows' | 'shared' | 'prints' | 'names' | 'unknown'

/** What a tool shows, by its name. On a server for files a shared name means files. */
const nameSays = (name: string): NameSays => {
  const plain = plainName(name)
  const parts = name.split(/[./:]|__/)
  const last = wordsOf(parts.at(-1) ?? name)
  if (givesInstructions(plain) || glimpses.has(plain) || viewingEditors.has(plain)) return 'shows'
  if (placing.has(plain)) return 'names'
  const isOfFiles =
    (hasAny(last, showing) && hasAny(last, ofFiles)) ||
    (hasAny(last, fetching) && hasAny(last, fetched)) ||
    (hasAny(last, changing) && hasAny(last, ofFiles))
  const onFiles = hasAny(wordsOf(parts.slice(0, -1).join(' ')), fileServers)
  if (shared.has(plain)) return onFiles ? 'shows' : 'shared'
  if (viewers.has(plain) || writers.has(plain) || isOfFiles || hasAny(last, searching)) return 'shows'
  const isOfBrowser = last.includes('console') && hasAny(last, ofBrowser)
  if ((hasAny(last, ofRunning) && !isOfBrowser) || taskOutput.has(plain)) return 'prints'
  return hasAny(last, naming) ? 'names' : 'unknown'
}

/** A name, and what it says as far as that is asked for. */
export class ToolName {
  readonly plain: string
  readonly #name: string
  #says: NameSays | undefined

  constructor(name: string) {
    this.#name = name
    this.plain = plainName(name)
  }

  get says(): NameSays {
    this.#says ??= nameSays(this.#name)
    return this.#says
  }
}

/** The names of the calls of one conversation, which name few tools many times. */
export const toolNames = (): ((name: string) => ToolName) => {
  const known = new Map<string, ToolName>()
  return (name) => {
    const found = known.get(name) ?? new ToolName(name)
    known.set(name, found)
    return found
  }
}
