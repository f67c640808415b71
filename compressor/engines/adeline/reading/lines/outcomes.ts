// More lines in which programs say what failed and how it ended than `verdicts.ts` knows, and which lines around them belong to them.

/** By program; each continues the beginning of a line and the blanks there. */
const forms: readonly RegExp[] = [
  // What a program prints as it dies: go, rust, sanitizers.
  /panic: \S/,
  /called `.{1,200}` on an? `/,
  /(?:previously allocated|freed) by thread\b/,
  // ansible: a host that failed, and the recap.
  /(?:fatal|failed): \[.{1,200}\]/,
  /PLAY RECAP\b/,
  /\S{1,200} +: ok=\d+ .*\bfailed=\d/,
  // ld, docker, tsc below its error.
  /(?:\S{0,100}\/)?ld(?:\.\w+)?: \S/,
  /\d+ \| >>> \S/,
  /Types? (?:of property )?'.{1,300}(?:incompatible|not assignable)\b/,
  // TAP: tests, and the comments below those that failed.
  /not ok \d+\b/,
  /# +(?:Failed test|got:|expected:|Looks like you)/,
  // git.
  /CONFLICT \(/,
  /Automatic merge failed\b/,
  /! \[(?:remote )?rejected\]/,
  /(?:both (?:modified|added|deleted)|(?:added|deleted) by (?:us|them)): +\S/,
  /(?:UU|AA|DD|AU|UA|DU|UD) \S/,
  /On branch \S/,
  /HEAD detached at /,
  /Your branch (?:is|and) /,
  // terraform.
  /Plan: \d+ to \w+/,
  // rspec, testify, jest.
  /Failure\/Error: \S/,
  /(?:expected|actual) *: \S/,
  /(?:- Expected|\+ Received)(?: +[+-] \d+)?$/,
  // valgrind: what is wrong, and what is lost.
  /==\d+== +(?:Invalid|Conditional jump|Use of|Process terminating|Mismatched|Syscall param|Source and destination|Jump to|(?:definitely|indirectly|possibly) lost: )/,
  /==\d+== (?:ERROR|LEAK) SUMMARY:/,
  // pip, npm.
  /The conflict is caused by:/,
  /Severity: \w/,
  /(?:No )?fix available\b/,
]

const outcome = new RegExp(String.raw`^\s{0,40}(?:${forms.map(({ source }) => source).join('|')})`)
/** At least one of these stands in each of those lines. */
const hint =
  /panic|called `|by thread|(?:fatal|failed): \[|PLAY RECAP|: ok=|ld(?:\.\w+)?: |>>> |Types? |not ok|# +[FgeL]|CONFLICT|Automatic merge|both |by (?:us|them): |(?:UU|AA|DD|AU|UA|DU|UD) |On branch |HEAD det|Your branch |\[re|Plan: |Failure\/E|(?:expected|actual) *:|- Expected|Received|== |conflict is|Severity|fix available/g
/** What such a line means nothing without, above it: the number and name of a test, the task of a host, the package of an advisory. */
const heads: readonly (readonly [outcome: RegExp, head: RegExp])[] = [
  [/^\s*Failure\/Error: /, /^\s*\d+\) \S/],
  [/^(?:fatal|failed): \[/, /^(?:TASK|RUNNING HANDLER) \[/],
  [/^Severity: /, /^\S+ +\S/],
]
const opensFrames = /^==\d+== +[A-Z]/
const listsCauses = /caused by:\s*$/

/** Offsets of what may be part of such a line, in order. Linear in the text. */
export function* outcomeHints(text: string): Generator<number> {
  for (const { index } of text.matchAll(hint)) yield index
}
export const isOutcome = (line: string): boolean => outcome.test(line)
/** The form of the line above it that says what it is about, if it needs one. */
export const headOf = (line: string): RegExp | undefined => heads.find(([form]) => form.test(line))?.[1]
/** How many lines below it the outcome means nothing without: the place of an error, the causes of a conflict. */
export const linesOfOutcome = (line: string): number => (listsCauses.test(line) ? 4 : opensFrames.test(line) ? 1 : 0)
