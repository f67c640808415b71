// What the arguments of a tool call say about files: names of files, patterns to search them with, programs that read them.

import { readsFiles } from './shell-prints.ts'
import { words } from './word-list.ts'

/** How arguments are called that name a file, or several. */
const pathNames = words(
  'path paths file files filepath filepaths filename filenames notebook notebookpath targetfile absolutepath relativepath ' +
    'relativeworkspacepath pathinproject fileuri targetnotebook oldpath newpath sourcepath',
)
/** How arguments are called that search in files, or say what stands there. */
const patternNames = words(
  'pattern regex glob globpattern filepattern includepattern oldstr newstr oldstring newstring',
)
/** How arguments are called that count lines, or are lists of such. */
const lineNames = words('line lines linenumber startline endline linestart lineend viewrange lineranges offsetline')
const lineNumber = /^\d{1,7}(?:\s*[-,:]\s*\d{1,7})?$/
/** How arguments are called that name something else, however it is spelled: the dot of `next.js`, the folders of a route. */
const otherNames = words(
  'package packagename library libraryname module dependency repo repository reponame domain host hostname username user email ' +
    'symbol ticker version endpoint route href',
)
const isOtherName = (key: string): boolean => otherNames.has(key) || /(?:^|[a-z])ids?$/.test(key)
/** Where an argument says so, paths are those of a server. */
const httpMethod = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/
/** How arguments are called that hold a program. */
const programNames = words('code script program source python javascript expression cellsource')

/** Names of files without a folder, by their ending; a bare word with another ending may be a name, an address or a number. */
const endings =
  /\.(?:[cm]?[jt]sx?|pyi?|ipynb|java|kts?|go|rs|rb|php|[ch](?:pp|xx|c|s)?|cs|swift|scala|sh|bash|zsh|ps1|bat|sql|x?html?|s?css|less|vue|svelte|jsonl?|jsonc|ya?ml|toml|ini|cfg|conf|env|xml|mdx?|rst|te?xt|csv|tsv|log|lock|gradle|properties|proto|graphql|tf|r|jl|lua|p[lm]|exs?|erl|hs|ml|clj|dart|zig|patch|diff|svg|tex|cmake|mk|pdf|docx?|pptx?|xlsx?|od[tsp]|rtf|epub)$/i
const rooted = /^(?:file:|\/|~\/|\.{1,2}\/|[A-Za-z]:[\\/]|\\\\)/
const knownFiles = /(?:^|[\\/])(?:\.env[\w.]*|\.[a-z]+rc|Makefile|Dockerfile|README|LICENSE|Gemfile|Rakefile|Procfile)$/

/** Longer values are texts. */
const longestName = 400

/** A text may end in the name of a file; names with blanks in them are believed where they begin like a path. */
const isFileName = (value: string): boolean =>
  value.length <= longestName &&
  !/[\n<>"|]/.test(value) &&
  (rooted.test(value) || (!/\s|^(?!file:)\w+:\/\//.test(value) && (endings.test(value) || knownFiles.test(value))))

const plain = (key: string): string => key.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Whether an argument of this name names files. */
export const isPathName = (key: string): boolean => pathNames.has(plain(key))

export interface ArgumentsSay {
  /** Whether any argument is there to tell by. */
  readonly something: boolean
  /** Whether one names a file, lines of one, or a pattern to search them with. */
  readonly files: boolean
  /** Whether one is a program, and whether one of those reads files. */
  readonly program: boolean
  readonly reads: boolean
}

/** No call of an agent has more; what stands behind them is not looked at, and counts as a file. */
const mostValues = 2_000
const deepest = 8

/** Of an object as JSON has it; to go through its names makes no list of pairs. */
const memberOf = (object: object, name: string): unknown => Reflect.get(object, name)

const namesMethod = (input: unknown): boolean => {
  if (typeof input !== 'object') return false
  for (const name in input) {
    const value = memberOf(input, name)
    // Any other has to be made one, and may have a member `toString` of its own.
    if (typeof value === 'string' && httpMethod.test(value)) return true
  }
  return false
}

/** What the arguments say, however deep they are nested. Time by their number. */
export const argumentsSay = (input: unknown): ArgumentsSay => {
  let files = false
  let program = false
  let reads = false
  let something = false
  let values = 0
  const isRequest = namesMethod(input)
  const look = (key: string, value: unknown, depth: number): void => {
    if (value === null || value === '' || files) return
    values += 1
    if (values > mostValues || depth > deepest) files = true
    else if (Array.isArray(value)) for (const one of value) look(key, one, depth + 1)
    else if (typeof value === 'object') {
      const name = plain(key)
      if (patternNames.has(name) || lineNames.has(name)) files = true
      for (const name in value) look(name, memberOf(value, name), depth + 1)
    } else {
      something = true
      const name = plain(key)
      if (isOtherName(name) || isRequest) return
      if (patternNames.has(name) || pathNames.has(name)) files = true
      if (lineNames.has(name) && lineNumber.test(String(value))) files = true
      if (typeof value !== 'string') return
      const isProgram = programNames.has(name)
      if (isProgram) program = true
      if (isFileName(value)) files = true
      else if (isProgram && readsFiles(value)) reads = true
    }
  }
  look('', input, 0)
  return { something, files, program, reads }
}
