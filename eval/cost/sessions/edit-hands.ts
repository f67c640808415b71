// How agents word what they do with files: by tools of their own, or by commands of a shell.

export type Call = readonly [name: string, input: Readonly<Record<string, string | number>>]

/** A change of some lines. `at`: how many lines stand before them; `around`: the last ones of those. */
interface Change {
  readonly path: string
  readonly old: readonly string[]
  readonly after: readonly string[]
  readonly around: readonly string[]
  readonly at: number
}

export interface Hand {
  /** Whether it names lines by their numbers, and so reads again what it has changed. */
  readonly byNumber?: true
  readonly test: Call
  /** The call, and what comes back. */
  read(path: string, lines: readonly string[], part: readonly [from: number, until: number] | undefined): [Call, string]
  search(pattern: string, folder: string): Call
  /** `undefined`: it cannot be worded so. */
  edit(change: Change): Call | undefined
  /** What comes back of an edit. */
  edited(path: string, snippet: string): string
}

export const numbered = (lines: readonly string[], from: number, until: number): string =>
  lines
    .slice(from, until)
    .map((line, at) => `${String(from + at + 1).padStart(6)}\t${line}`)
    .join('\n')

type Edit = Hand['edit']

const patchOf = ({ path, old, after, around }: Change): string =>
  [
    '*** Begin Patch',
    `*** Update File: ${path}`,
    '@@',
    ...around.map((line) => ` ${line}`),
    ...old.map((line) => `-${line}`),
    ...after.map((line) => `+${line}`),
    '*** End Patch',
  ].join('\n')

const withTools = (edit: Edit): Hand => ({
  test: ['Bash', { command: 'npm test' }],
  read(path, lines, part) {
    const [from, until] = part ?? [0, lines.length]
    const asked = part === undefined ? {} : { offset: from + 1, limit: until - from }
    return [['Read', { file_path: path, ...asked }], numbered(lines, from, until)]
  },
  search: (pattern, folder) => ['Grep', { pattern, path: folder }],
  edit,
  edited: (path, snippet) =>
    `The file ${path} has been updated. Here's the result of running \`cat -n\` on a snippet of the edited file:\n${snippet}`,
})

const replace: Edit = ({ path, old, after }) => [
  'Edit',
  { file_path: path, old_string: old.join('\n'), new_string: after.join('\n') },
]
const blocks: Edit = ({ path, old, after }) => [
  'replace_in_file',
  { path, diff: `------- SEARCH\n${old.join('\n')}\n=======\n${after.join('\n')}\n+++++++ REPLACE` },
]

/** Agents with tools that edit by quoting. */
export const toolHands: readonly Hand[] = [
  withTools(replace),
  withTools(replace),
  withTools((change) => ['apply_patch', { input: patchOf(change) }]),
  withTools(blocks),
]

const bash = (command: string): Call => ['bash', { command }]

const withCommands = (edit: Edit, byNumber?: true): Hand => ({
  ...(byNumber === undefined ? {} : { byNumber }),
  test: bash('npm test'),
  read(path, lines, part) {
    // Nobody counts the lines of a whole file.
    if (part === undefined)
      return byNumber === true
        ? [bash(`cat -n ${path}`), numbered(lines, 0, lines.length)]
        : [bash(`cat ${path}`), lines.join('\n')]
    const [from, until] = part
    const range = `sed -n '${from + 1},${until}p'`
    // Half of the parts are read with their numbers.
    return from % 2 === 0
      ? [bash(`${range} ${path}`), lines.slice(from, until).join('\n')]
      : [bash(`nl -ba ${path} | ${range}`), numbered(lines, from, until)]
  },
  search: (pattern, folder) => bash(`grep -rn "${pattern}" ${folder} | head -60`),
  edit,
  edited: () => '',
})

/** A program that looks for the old lines. */
const program: Edit = ({ path, old, after }) => {
  const [before, now] = [old.join('\n'), after.join('\n')]
  if (/'''|\\$/.test(`${before}${now}`)) return undefined
  const steps = [
    'from pathlib import Path',
    `file = Path("${path}")`,
    'text = file.read_text()',
    `text = text.replace(r'''${before}''', r'''${now}''')`,
    'file.write_text(text)',
  ]
  return bash(`python3 - <<'EOF'\n${steps.join('\n')}\nEOF`)
}
/** A stream editor that looks for one line. */
const pattern: Edit = ({ path, old }) => {
  const searched = old[0]?.trim() ?? ''
  return searched === '' || /[|'\\*[\]^$.]/.test(searched)
    ? undefined
    : bash(`sed -i 's|${searched}|${searched} // checked|' ${path}`)
}
const byNumbers: Edit = ({ path, at, old }) => bash(`sed -i '${at + 1},${at + old.length}s|$| // checked|' ${path}`)

/** Agents that have a shell and nothing else: what they quote stands in patterns, programs and patches, or they name numbers of lines. */
export const shellHands: readonly Hand[] = [
  withCommands(byNumbers, true),
  withCommands(pattern),
  withCommands(program),
  withCommands((change) => bash(`apply_patch <<'EOF'\n${patchOf(change)}\nEOF`)),
]
