// What a single line is by its words: a failure, a warning, a frame of a stack, a remark, a definition.

/** Words of failure: a line of a log with one of them is never dropped. */
const failure =
  /\b(errors?|fail(ed|ing|ure|ures|s)?|exceptions?|fatal|critical|panic(ked)?|denied|refused|timed out|timeout|traceback|abort(ed)?|cannot|unable|unhandled|segfault|segmentation|killed|oom|rejected|unreachable|invalid|corrupt(ed)?)\b|[a-z](Error|Exception|Failure)\b|^E {2,}/i
/** A failure as a program reports it: such a line stays in any kind of text. A looser pattern would match code and prose about failures. */
const report =
  /^(E {2,}\S|[\w.$]*(Error|Exception|Failure)(\$\w+)?(: |\s*$)|(\S+ ){0,3}[[(<]?(ERROR|FATAL|CRITICAL|PANIC)\b)/m
/** Words of state that say that something is not as it should be. */
const state =
  /\b(unhealthy|degraded|faulted|unavail(able)?|offline|evicted|notready|not ready|oomkilled|terminated|stopped|exited|expired|missing)\b|\w(BackOff)\b/i
/** The sign that check lists put before what is not as it should be. */
const failureMark = /^\s*(?:[-*•] +)?(?:\[(?:[xX✗✘✕×]|!{1,3})\]|[✗✘✖✕×❌⛔🛑🔴❗⚠])/u
const warning = /\b(warn(ing)?s?|deprecat(ed|ion))\b/i
const frame = /^\s+at \S|^\s+File "|^\s+\.\.\. \d+ more|^\t\S+\.go:\d+/
const pythonFrame = /^\s+File "/
const libraryFrame =
  /site-packages|dist-packages|node_modules|node:internal|\/lib\/python\d|\bat (java|javax|jdk|sun|com\.sun|kotlin|scala|org\.junit|junit|org\.apache\.(tools|maven)|org\.gradle|io\.netty|org\.springframework|System|Microsoft)\./
const traceHead = /^\s*Traceback \(most recent|^\s*Caused by: |^Exception in thread/
const months = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec'
/** The time or level that opens an event. A day alone is not enough: lists of bookings have days too. */
const stamp = new RegExp(
  [
    String.raw`^\s*[[(]?(\d{4}[-/]\d\d[-/]\d\d[T ,:_]+\d\d:?\d\d`,
    String.raw`\d\d:\d\d:\d\d\b`,
    String.raw`(${months}) +\d{1,2} \d\d:\d\d`,
    String.raw`\d\d?[/-](${months}|\d\d)[/-]\d{2,4}[ :T]\d\d:`,
    String.raw`[IWEF]\d{4} \d\d:\d\d:`,
    String.raw`(TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|trace|debug|info|notice|warn|warning)[\]: |-])`,
    String.raw`^\[ *\d+\.\d{3,}\]`,
    String.raw`^\d{10}\.\d{3,}[ :]`,
    String.raw`^\S+ \S+ \S+ \[\d\d/\w{3}/\d{4}:`,
  ].join('|'),
)
const remark = /^\s*(#|\/\/|\/\*|\*|<!--|--|;|""")/
const definition =
  /^\s*(\d+[:\t-]\s*)?(export |public |private |protected |static |async |abstract |final |pub )*(def|class|function|fn|func|interface|struct|enum|trait|impl|type|module)\b/

export const saysFailure = (line: string): boolean => failure.test(line)
/** Whether one of the lines reports a failure. */
export const reportsFailure = (lines: string): boolean => report.test(lines)
/** Whether it names a bad state. Logs do so as well, again and again. */
export const saysState = (line: string): boolean => state.test(line)
export const marksFailure = (line: string): boolean => failureMark.test(line)
export const saysWarning = (line: string): boolean => warning.test(line)
/** Whether it opens with a time or a level, as each event of a log does. */
export const isStamped = (line: string): boolean => stamp.test(line)
export const isFrame = (line: string): boolean => frame.test(line)
/** Whether it is a frame whose source line follows on the next line. */
export const isPythonFrame = (line: string): boolean => pythonFrame.test(line)
export const isLibraryFrame = (line: string): boolean => libraryFrame.test(line)
export const startsTrace = (line: string): boolean => traceHead.test(line)
export const isRemark = (line: string): boolean => remark.test(line)
export const isDefinition = (line: string): boolean => definition.test(line)
