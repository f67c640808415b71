// Lines in which test runners, compilers, linters, build tools and package managers say what failed, where, and how it ended.
// Each is told by the form that its program gives it, because looser words would match code and prose about failures.

/** By program; each continues the beginning of a line and the blanks there. */
const forms: readonly RegExp[] = [
  // Compilers and linkers: rustc, clang, gcc, swiftc, javac, kotlinc, tsc, csc, go, mypy, ld.
  /(?:fatal )?error(?:\[\w+\])?: \S/,
  /\S{1,300}:\d+(?::\d+)?:(?: -)? (?:fatal )?error\b/,
  /\S{1,300}:\d+:\d+ - error\b/,
  /\S{1,300}\(\d+(?:,\d+)?\): (?:fatal )?error\b/,
  /\S{1,300}\.go:\d+:\d+: \S/,
  /.{0,300}\bundefined reference to\b/,
  /\w+: error: /,
  /Found \d+ errors?\b/,
  /\d+ (?:errors?|warnings?) (?:generated|emitted)\b/,
  // Linters: eslint, ruff, flake8.
  /\d+:\d+ +error {1,2}\S/,
  /✖ \d+ problems?\b/,
  /\S{1,300}:\d+:\d+:? [A-Z]{1,5}\d{2,5}\b/,
  // pytest, unittest.
  /=+ .*\b\d+ (?:passed|failed|errors?|skipped|deselected)\b/,
  /(?:\d+ (?:passed|failed|errors?|skipped|deselected|xfailed|xpassed|warnings?)(?:, )?)+ in \d/,
  /(?:FAILED|ERROR) \S{1,300}(?:::|\.py\b)/,
  /(?:FAIL|ERROR): \w+ \(/,
  /\S{1,300}::.{1,300} (?:FAILED|ERROR)\b/,
  /\S{1,300}:\d+: \w*(?:Error|Exception|Failed)\b/,
  /Ran \d+ tests? in /,
  /FAILED \((?:failures|errors)=/,
  /OK(?: \(\w+=\d+.*\))?$/,
  // jest, vitest, mocha, rspec, phpunit.
  /(?:Tests?|Test Suites|Test Files|Snapshots|Suites|Assertions|Failures):? +\d+/,
  /(?:● |[✕×✗✘] )\S/,
  /(?:Expected|Received)(?: \w+)?: \S/,
  /\d+ (?:passing|failing|examples?, \d+ failures?)\b/,
  // cargo test, go test.
  /test result: /,
  /test \S{1,300} \.\.\. FAILED/,
  /thread '[^']{0,200}' .{0,40}panicked at/,
  /--- FAIL: /,
  /FAIL(?:\s|$)/,
  /\w+_test\.go:\d+: /,
  // make, ninja, cmake, gradle, maven.
  /\S{0,100}make(?:\[\d+\])?: \*\*\* /,
  /ninja: build stopped/,
  /CMake Error\b/,
  /(?:\[\w+\] )?BUILD (?:FAILED|FAILURE|SUCCESS)/,
  /\[ERROR\] \S/,
  /FAILURE: /,
  /\* What went wrong:/,
  /> Task \S{1,200} FAILED/,
  /.{1,200} > .{1,200} FAILED$/,
  /e: (?:file:|\/)/,
  /(?:\[\w+\] )?Tests run: \d/,
  /\d+ tests? completed\b/,
  // npm, pnpm, yarn, pip.
  /npm (?:ERR!|error) \S/,
  /ERR_PNPM_\w+/,
  /(?:added|removed|changed) \d+ packages?\b/,
  /(?:found )?\d+ (?:\w+ severity )?vulnerabilit(?:y|ies)\b/,
  /ERROR: \S/,
  /Successfully installed \S/,
  // The shell that ran it.
  /(?:\S{1,100}: line \d+: .{0,80})?(?:Segmentation fault|Aborted|Killed)\b/,
  /.{0,120}\bexit(?:ed with)? (?:status|code) [1-9]/,
]

const verdict = new RegExp(String.raw`^\s{0,40}(?:${forms.map(({ source }) => source).join('|')})`)
/** Below an error of rustc: where it is, and the source with what is wrong about it. */
const evidence = /^\s*(?:--> \S+:\d+|\d* *\|)/
/** eslint's lines stand below the file that they are about. */
const belowItsFile = /^\s+\d+:\d+ +error /
/** At least one of these stands in every verdict: most lines have none, and are not looked at any closer. */
const hint =
  /[Ee]rror|ERR|FAIL|[Ff]ail(?:ed|ing|ures)|Exception|undefined reference|warnings? |problem|panicked|BUILD|Ran \d|OK|_test\.go:|\.go:\d|Tests?[: ]|Suites|Files|Snapshots|Assertions|tests? completed|Expected|Received|[●✕×✗✘] |passe?(?:d|ing)|skipped|examples|vulnerab|packages?\b|Successfully|fault|Aborted|Killed|exit|:\d+:? [A-Z]+\d|\*\*\*|e: [f/]|build stopped|went wrong|test result/g

/** Offsets of what may be part of a verdict, in order. Linear in the text. */
export const verdictHints = (text: string): Iterable<number> => Array.from(text.matchAll(hint), ({ index }) => index)
export const isVerdict = (line: string): boolean => verdict.test(line)
/** Whether the line, below a verdict, shows what the verdict is about. */
export const isEvidence = (line: string): boolean => evidence.test(line)
/** Whether the verdict means nothing without the last line above it that is not indented. */
export const isBelowItsFile = (line: string): boolean => belowItsFile.test(line)
