// Writes structured log lines with powertools. Callers pass names, counts and ids, and never events, bodies, headers or
// messages of errors, so nothing has to be removed.

import type { Logger } from '@aws-lambda-powertools/logger'
import type { Log } from '../core/runtime/log.ts'

export const powertoolsLog = (logger: Logger): Log => ({
  info: (message, fields) => logger.info(message, fields),
  warn: (message, fields) => logger.warn(message, fields),
  error: (message, fields) => logger.error(message, fields),
})
