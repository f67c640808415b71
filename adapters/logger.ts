// Structured log lines by powertools. Callers hand over names, counts and ids; events, bodies, headers and errors' own
// messages never come here, so nothing has to be taken out.

import type { Logger } from '@aws-lambda-powertools/logger'
import type { Log } from '../core/runtime/log.ts'

export const powertoolsLog = (logger: Logger): Log => ({
  info: (message, fields) => logger.info(message, fields),
  warn: (message, fields) => logger.warn(message, fields),
  error: (message, fields) => logger.error(message, fields),
})
