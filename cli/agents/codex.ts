// How Codex is started so that it goes through the service: with a provider of ours on its command line, which beats
// config.toml and profiles. The token stands in its environment alone.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { objectOf } from '../../core/json/object.ts'
import { parsedObject, textIn } from '../files/read-json.ts'
import type { Start, Started } from '../runs/start.ts'
import { modeHeader, type Route, type RunMode, serviceHeader, tokenVariable } from '../service/variables.ts'
import { Failed } from '../world/faults.ts'
import type { World } from '../world/world.ts'

export const providerName = 'compaction'

type Place = Pick<World, 'environment' | 'home'>

export const codexFolder = ({ environment, home }: Place): string => environment.CODEX_HOME || join(home, '.codex')

/** Where Codex has its key from: a variable, its own file, a ChatGPT sign-in, or nowhere. */
export type CodexKey = 'environment' | 'file' | 'chatgpt' | 'none'

export const codexKey = (place: Place): CodexKey => {
  const { OPENAI_API_KEY: variable } = place.environment
  if (variable !== undefined && variable !== '') return 'environment'
  const auth = parsedObject(textIn(join(codexFolder(place), 'auth.json')) ?? '{}') ?? {}
  if (typeof auth.OPENAI_API_KEY === 'string' && auth.OPENAI_API_KEY !== '' && auth.auth_mode !== 'chatgpt')
    return 'file'
  return typeof objectOf(auth.tokens).access_token === 'string' ? 'chatgpt' : 'none'
}

/** A basic string of TOML is spelled as one of JSON, except for U+007F. */
export const tomlString = (text: string): string => JSON.stringify(text).replaceAll('\u007f', '\\u007F')

const inlineTable = (members: Readonly<Record<string, string>>): string =>
  `{${Object.entries(members)
    .map(([name, value]) => `${/^[\w-]+$/.test(name) ? name : tomlString(name)}=${value}`)
    .join(',')}}`

/** The service as a provider of Codex, member by member, in TOML. `token`: written down, or named as a variable. */
export const codexProvider = (
  { baseUrl }: Pick<Route, 'baseUrl'>,
  key: CodexKey,
  token: { readonly variable: string } | { readonly text: string },
  mode: RunMode = 'account',
): Readonly<Record<string, string>> => {
  const written = {
    ...('text' in token ? { [serviceHeader]: tomlString(token.text) } : {}),
    ...(mode === 'account' ? {} : { [modeHeader]: tomlString(mode) }),
  }
  return {
    name: tomlString(providerName),
    base_url: tomlString(`${baseUrl}/openai/v1`),
    wire_api: tomlString('responses'),
    ...(key === 'file' ? { requires_openai_auth: 'true' } : { env_key: tomlString('OPENAI_API_KEY') }),
    ...('variable' in token ? { env_http_headers: inlineTable({ [serviceHeader]: tomlString(token.variable) }) } : {}),
    ...(Object.keys(written).length > 0 ? { http_headers: inlineTable(written) } : {}),
  }
}

/** Names of session files hold the day, the time and the id. */
const sessionsBelow = (folder: string): Set<string> => {
  try {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    return new Set(
      names.flatMap((name) => /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jsonl$/.exec(name)?.[1] ?? []),
    )
  } catch {
    return new Set()
  }
}

/** The one session that is there now and was not before; nothing where other runs began sessions too. */
const sessionFinder = (folder: string): (() => string | undefined) => {
  const before = sessionsBelow(folder)
  return () => {
    const [found, ...others] = [...sessionsBelow(folder)].filter((id) => !before.has(id))
    return others.length === 0 ? found : undefined
  }
}

const choosesProvider = (words: readonly string[]): boolean =>
  words.some(
    (word, at) => /^(model_provider|model_providers)[.=]/.test(word) && /^(-c|--config)$/.test(words[at - 1] ?? ''),
  ) || words.some((word) => /^(-c|--config=?)model_provider/.test(word) || word === '--oss')

/** Throws `Failed` where nothing would come through. */
export const startCodex = ({ world, route, mode, words, isForced }: Start): Started => {
  const key = codexKey(world)
  const obstacles = [
    ...(key === 'chatgpt'
      ? [
          'Codex is signed in with ChatGPT: its requests are encoded and go to another API. Use a key: codex login --with-api-key',
        ]
      : []),
    ...(choosesProvider(words) ? ['These words choose a provider of their own.'] : []),
  ]
  if (obstacles.length > 0 && !isForced)
    throw new Failed([...obstacles, 'Nothing would be compacted. To start all the same: --force'].join('\n'))
  const provider = codexProvider(route, key, { variable: tokenVariable }, mode)
  return {
    program: 'codex',
    install: 'npm install -g @openai/codex',
    words: () => [
      '-c',
      `model_provider=${tomlString(providerName)}`,
      '-c',
      `model_providers.${providerName}=${inlineTable(provider)}`,
      ...words,
    ],
    environment: { [tokenVariable]: route.token },
    findSession: sessionFinder(join(codexFolder(world), 'sessions')),
    notes: [
      ...obstacles,
      ...(key === 'none' ? ['Codex has no key: export OPENAI_API_KEY, or codex login --with-api-key.'] : []),
    ],
  }
}
