// How OpenCode is started so that it goes through the service: with a configuration in its environment, over its own files.

import { randomUUID } from 'node:crypto'
import { sessionIdHeader } from '../../core/http/service-headers.ts'
import { type JsonObject, objectOf } from '../../core/json/object.ts'
import { objectWithComments } from '../files/plain-json.ts'
import type { Start, Started } from '../runs/start.ts'
import { modeHeader, type Route, type RunMode, serviceHeader } from '../service/variables.ts'
import { Failed } from '../world/faults.ts'
import { contentVariable } from './opencode-config.ts'

/** The providers of OpenCode that the service stands in for. `token`: as the header has it. */
export const openCodeProviders = (
  { baseUrl }: Pick<Route, 'baseUrl'>,
  headers: Readonly<Record<string, string>>,
): JsonObject => ({
  anthropic: { options: { baseURL: `${baseUrl}/anthropic/v1`, headers } },
  openai: { options: { baseURL: `${baseUrl}/openai/v1`, headers } },
})

/** Headers of the person's own beside ours, which take the place of those of the same name. */
const withHeaders = (own: JsonObject, ours: JsonObject): JsonObject => {
  const names = new Set(Object.keys(ours).map((name) => name.toLowerCase()))
  return { ...Object.fromEntries(Object.entries(own).filter(([name]) => !names.has(name.toLowerCase()))), ...ours }
}

const withProviders = (own: JsonObject, providers: JsonObject): JsonObject => {
  const ownProviders = objectOf(own.provider)
  const merged = Object.entries(providers).map(([name, provider]) => {
    const mine = objectOf(ownProviders[name])
    const [theirs, ours] = [objectOf(mine.options), objectOf(objectOf(provider).options)]
    const headers = withHeaders(objectOf(theirs.headers), objectOf(ours.headers))
    return [name, { ...mine, options: { ...theirs, ...ours, headers } }]
  })
  return { ...own, provider: { ...ownProviders, ...Object.fromEntries(merged) } }
}

/** Throws `Failed` for a text that OpenCode does not start with: ours would stand in its place without a word. */
const ownContent = ({ environment }: Start['world']): JsonObject => {
  const own = objectWithComments(environment[contentVariable] || '{}')
  if (own === undefined) throw new Failed(`${contentVariable} in the environment is no JSON object. Mend or unset it.`)
  return own
}

const headersOf = (token: string, mode: RunMode, session: string): Readonly<Record<string, string>> => ({
  [serviceHeader]: token,
  [sessionIdHeader]: session,
  ...(mode === 'account' ? {} : { [modeHeader]: mode }),
})

export const startOpenCode = ({ world, route, mode, words }: Start): Started => {
  const id = randomUUID()
  const content = withProviders(ownContent(world), openCodeProviders(route, headersOf(route.token, mode, id)))
  return {
    program: 'opencode',
    install: 'npm install -g opencode-ai',
    words: () => words,
    environment: { [contentVariable]: JSON.stringify(content) },
    session: { id, isOld: false },
    notes: [],
  }
}
