// Writes structured log lines with powertools. Callers pass names, counts and ids, and never events, bodies, headers or
// messages of errors, so nothing has to be removed.

import { LogFormatter, Logger, LogItem, LogLevelThreshold } from '@aws-lambda-powertools/logger'
import type { LogAttributes, UnformattedAttributes } from '@aws-lambda-powertools/logger/types'
import type { Log } from '../core/runtime/log.ts'
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

/** Gathers its lines of information, which are of interest later, and writes warnings and errors at once. */
export class GatheringLogger extends Logger {
  readonly #lines: Lines

  constructor(serviceName: string, lines: Lines) {
    super({ serviceName, logFormatter: new ShallowFormatter() })
    this.#lines = lines
  }

  // Lines of information hold plain values alone: nothing in them needs to be replaced.
  protected override printLog(level: number, item: LogItem): void {
    if (level === LogLevelThreshold.INFO) this.#lines.add(`${JSON.stringify(item.getAttributes())}\n`)
    else super.printLog(level, item)
  }
}

/** `ids`: of what the line belongs to, asked for with every line. */
export const powertoolsLog = (logger: Logger, ids: () => Readonly<Record<string, unknown>> = () => ({})): Log => ({
  info: (message, fields) => logger.info(message, { ...ids(), ...fields }),
  warn: (message, fields) => logger.warn(message, { ...ids(), ...fields }),
  error: (message, fields) => logger.error(message, { ...ids(), ...fields }),
})
