// The handlers of all routes in one process. Throws while it loads what they throw when the environment is not valid.

import './runtime-global.ts'
import { handler as chatCompletions } from '../../lambdas/chat-completions.ts'
import { handler as compress } from '../../lambdas/compress.ts'
import { handler as messages } from '../../lambdas/messages.ts'
import { handler as passThrough } from '../../lambdas/pass-through.ts'
import { handler as responses } from '../../lambdas/responses.ts'
import type { RouteName } from '../../lambdas/routes.ts'
import type { StreamingHandler } from '../front/awslambda.ts'

const byRoute: Readonly<Record<RouteName, unknown>> = {
  compress,
  messages,
  'chat-completions': chatCompletions,
  responses,
  'pass-through': passThrough,
}

const isHandler = (entry: readonly [string, unknown]): entry is [RouteName, StreamingHandler] =>
  typeof entry[1] === 'function'

export const handlers: ReadonlyMap<RouteName, StreamingHandler> = new Map(Object.entries(byRoute).filter(isHandler))
