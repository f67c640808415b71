// Writes structured log lines with powertools. Callers pass names, counts and ids, and never events, bodies, headers or
// messages of errors, so nothing has to be removed.

import { Logger } from '@aws-lambda-powertools/logger'
import type { Log } from '../core/runtime/log.ts'
import type { Lines } from './lines.ts'

/** Gathers its lines of information, which are of interest later, and writes warnings and errors at once. */
export class GatheringLogger extends Logger {
  constructor(serviceName: string, lines: Lines) {
    super({ serviceName })
    // powertools has no other way to say where its lines go.
    const direct: unknown = Reflect.get(this, 'console')
    const info = (line: string): void => lines.add(`${line}\n`)
    Reflect.set(this, 'console', Object.assign(Object.create(Object(direct)), { info }))
  }
}

/** `ids`: of what the line belongs to, asked for with every line. */
export const powertoolsLog = (logger: Logger, ids: () => Readonly<Record<string, unknown>> = () => ({})): Log => ({
  info: (message, fields) => logger.info(message, { ...ids(), ...fields }),
  warn: (message, fields) => logger.warn(message, { ...ids(), ...fields }),
  error: (message, fields) => logger.error(message, { ...ids(), ...fields }),
})
