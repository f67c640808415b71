// Loads the handlers of all routes into one process. They read the runtime's global while they load, so that has to be there
// first: `provideAwsLambda`.

import type { RouteName } from '../lambdas/routes.ts'
import type { StreamingHandler } from './awslambda.ts'

/** Written out, so that a bundler sees them. */
const modules: Readonly<Record<RouteName, () => Promise<{ readonly handler: unknown }>>> = {
  compress: () => import('../lambdas/compress.ts'),
  messages: () => import('../lambdas/messages.ts'),
  'chat-completions': () => import('../lambdas/chat-completions.ts'),
  responses: () => import('../lambdas/responses.ts'),
  'pass-through': () => import('../lambdas/pass-through.ts'),
}

const isHandler = (value: unknown): value is StreamingHandler => typeof value === 'function'

/** Throws what a handler's module throws when the environment is not valid. */
export const loadHandlers = async (): Promise<ReadonlyMap<RouteName, StreamingHandler>> => {
  const handlers = new Map<RouteName, StreamingHandler>()
  for (const name of Object.keys(modules) as RouteName[]) {
    const { handler } = await modules[name]()
    if (!isHandler(handler)) throw new Error(`lambdas/${name}.ts has no handler.`)
    handlers.set(name, handler)
  }
  return handlers
}
