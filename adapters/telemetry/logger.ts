// Writes structured log lines with powertools. Callers pass names, counts and ids, and never events, bodies, headers or
// messages of errors, so nothing has to be removed. A line that cannot be written fails nothing.

import { LogFormatter, Logger, LogItem, LogLevelThreshold } from '@aws-lambda-powertools/logger'
import type {
  LogAttributes,
  LogItemExtraInput,
  LogItemMessage,
  UnformattedAttributes,
} from '@aws-lambda-powertools/logger/types'
import type { Log } from '../../core/runtime/log.ts'
import type { Lines } from './lines.ts'

/** Formats as powertools does, whose own formatter takes half of a line's time to copy what it is given. */
class ShallowFormatter extends LogFormatter {
  override formatAttributes(attributes: UnformattedAttributes, additional: LogAttributes): LogItem {
    const { logLevel, message, timestamp, serviceName, sampleRateValue, xRayTraceId } = attributes
    const own = {
      level: logLevel,
      message,
      timestamp: timestamp.toISOString(),
      service: serviceName,
      sampling_rate: sampleRateValue,
      xray_trace_id: xRayTraceId,
    }
    return new LogItem({ attributes: { ...own, ...additional } })
  }
}

/** As powertools takes the id out of the platform's header. */
const traceIdIn = (header: string | undefined): string | undefined =>
  header?.includes('=') === true ? /(?:^|;)Root=([^;]*)/.exec(header)?.[1] : header || undefined

/**
 * Gathers its lines of information, which are of interest later, and writes warnings and errors at once. `traceHeader`: the platform's, of
 * the running invocation.
 */
export class GatheringLogger extends Logger {
  readonly #lines: Lines
  readonly #traceHeader: () => string | undefined
  readonly #isInforming: boolean
  /** What powertools says in every line. */
  readonly #own: LogAttributes

  constructor(serviceName: string, lines: Lines, traceHeader: () => string | undefined = () => undefined) {
    super({ serviceName, logFormatter: new ShallowFormatter() })
    this.#lines = lines
    this.#traceHeader = traceHeader
    this.#isInforming = LogLevelThreshold[this.getLevelName()] <= LogLevelThreshold.INFO
    this.#own = this.createAndPopulateLogItem(LogLevelThreshold.INFO, '', []).getAttributes()
  }

  // One comes with every exchange, and powertools reads the environment half a dozen times for it: a third of the time of a line.
  protected override processLogItem(level: number, input: LogItemMessage, extra: LogItemExtraInput): void {
    const [fields] = extra
    const isPlain = typeof input === 'string' && typeof fields === 'object' && !(fields instanceof Error)
    if (level !== LogLevelThreshold.INFO || !isPlain || extra.length > 1) super.processLogItem(level, input, extra)
    else if (this.#isInforming) this.#inform(input, fields)
  }

  #inform(message: string, fields: LogAttributes | undefined): void {
    const timestamp = new Date().toISOString()
    this.#add({ ...this.#own, message, timestamp, xray_trace_id: traceIdIn(this.#traceHeader()), ...fields })
  }

  protected override printLog(level: number, item: LogItem): void {
    if (level === LogLevelThreshold.INFO) this.#add(item.getAttributes())
    else super.printLog(level, item)
  }

  #add(line: object): void {
    this.#lines.add(`${this.#textOf(line)}\n`)
  }

  // Lines of information hold plain values alone, so that nothing in them needs to be replaced; one that does not is written all the same.
  #textOf(line: object): string {
    try {
      return JSON.stringify(line)
    } catch {
      return JSON.stringify(line, this.getJsonReplacer())
    }
  }
}

/** Tells a line; if that fails, the line without its fields. */
const surely =
  (tell: (message: string, fields: LogAttributes) => void, ids: () => LogAttributes): Log['info'] =>
  (message, fields) => {
    try {
      tell(message, { ...ids(), ...fields })
    } catch {
      try {
        tell(message, ids())
      } catch {
        // If nobody takes the line, there is nowhere to report it.
      }
    }
  }

/** `ids`: of what the line belongs to, asked for with every line. Never throws. */
export const powertoolsLog = (logger: Logger, ids: () => LogAttributes = () => ({})): Log => ({
  info: surely((message, fields) => logger.info(message, fields), ids),
  warn: surely((message, fields) => logger.warn(message, fields), ids),
  error: surely((message, fields) => logger.error(message, fields), ids),
})
