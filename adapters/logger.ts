// Writes structured log lines with powertools. Callers pass names, counts and ids, and never events, bodies, headers or
// messages of errors, so nothing has to be removed.

import type { Logger } from '@aws-lambda-powertools/logger'
import type { Log } from '../core/runtime/log.ts'

/** `ids`: of what the line belongs to, asked for with every line. */
export const powertoolsLog = (logger: Logger, ids: () => Readonly<Record<string, unknown>> = () => ({})): Log => ({
  info: (message, fields) => logger.info(message, { ...ids(), ...fields }),
  warn: (message, fields) => logger.warn(message, { ...ids(), ...fields }),
  error: (message, fields) => logger.error(message, { ...ids(), ...fields }),
})
