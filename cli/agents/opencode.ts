// How OpenCode is started so that it goes through the service: with a configuration in its environment, over its own files.

import { randomUUID } from 'node:crypto'
import { sessionIdHeader } from '../../core/http/service-headers.ts'
import { type JsonObject, objectOf } from '../../core/json/object.ts'
import { parsedObject } from '../files/read-json.ts'
import type { Start, Started } from '../runs/start.ts'
import { modeHeader, type Route, type RunMode, serviceHeader } from '../service/variables.ts'

/** The providers of OpenCode that the service stands in for. `token`: as the header has it. */
export const openCodeProviders = (
  { baseUrl }: Pick<Route, 'baseUrl'>,
  headers: Readonly<Record<string, string>>,
): JsonObject => ({
  anthropic: { options: { baseURL: `${baseUrl}/anthropic/v1`, headers } },
  openai: { options: { baseURL: `${baseUrl}/openai/v1`, headers } },
})

const withProviders = (own: JsonObject, providers: JsonObject): JsonObject => {
  const ownProviders = objectOf(own.provider)
  const merged = Object.entries(providers).map(([name, provider]) => {
    const mine = objectOf(ownProviders[name])
    const options = { ...objectOf(mine.options), ...objectOf(objectOf(provider).options) }
    return [name, { ...mine, options }]
  })
  return { ...own, provider: { ...ownProviders, ...Object.fromEntries(merged) } }
}

const headersOf = (token: string, mode: RunMode, session: string): Readonly<Record<string, string>> => ({
  [serviceHeader]: token,
  [sessionIdHeader]: session,
  ...(mode === 'account' ? {} : { [modeHeader]: mode }),
})

export const startOpenCode = ({ world, route, mode, words }: Start): Started => {
  const id = randomUUID()
  const own = parsedObject(world.environment.OPENCODE_CONFIG_CONTENT ?? '{}') ?? {}
  const content = withProviders(own, openCodeProviders(route, headersOf(route.token, mode, id)))
  return {
    program: 'opencode',
    install: 'npm install -g opencode-ai',
    words: () => words,
    environment: { OPENCODE_CONFIG_CONTENT: JSON.stringify(content) },
    session: { id, isOld: false },
    notes: [],
  }
}
