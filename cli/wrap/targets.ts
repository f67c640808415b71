// Which file each agent is wrapped in, and what is set there.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { objectOf } from '../../core/json/object.ts'
import { claudeFolder } from '../agents/claude-layers.ts'
import { codexFolder, codexKey, codexProvider, providerName, tomlString } from '../agents/codex.ts'
import { openCodeProviders } from '../agents/opencode.ts'
import { openCodeFolder } from '../agents/opencode-config.ts'
import {
  claudeVariables,
  type Route,
  serviceHeader,
  tokenVariable,
  withoutServiceHeaders,
} from '../service/variables.ts'
import { Failed } from '../world/faults.ts'
import type { World } from '../world/world.ts'
import { memberAt, requirePlainJson } from './json-members.ts'
import type { Fenced } from './toml-fence.ts'

export interface Wish {
  readonly world: World
  readonly route: Route
  /** For the folder that the command was started in, in place of the person. */
  readonly isProject: boolean
  /** The command of a status line that will still be there tomorrow. */
  readonly statusLine?: string
}

/** Members of a JSON file in the order in which they are set, or fences in a TOML file. */
export type Settings =
  | { readonly members: readonly { readonly path: readonly string[]; readonly value: unknown }[] }
  | { readonly fenced: Fenced }

export interface Target {
  readonly path: string
  /** Whether the token itself stands in it. */
  readonly holdsToken: boolean
  /** `text`: of the file without anything of ours. */
  readonly settings: (text: string) => Settings
  readonly note?: string
}

const stringAt = (text: string, path: readonly string[]): string => {
  const raw = memberAt(text, path)
  const value: unknown = raw === undefined ? '' : JSON.parse(raw)
  return typeof value === 'string' ? value : ''
}

const claude = ({ world, route, isProject, statusLine }: Wish): Target => ({
  holdsToken: true,
  path: isProject ? join(world.folder, '.claude', 'settings.local.json') : join(claudeFolder(world), 'settings.json'),
  settings: (text) => {
    requirePlainJson(text)
    const found = stringAt(text, ['env', 'ANTHROPIC_CUSTOM_HEADERS'])
    const headers = isProject ? withoutServiceHeaders(found) : found
    const variables = Object.entries(claudeVariables(route, headers))
    const hasStatusLine = statusLine === undefined || memberAt(text, ['statusLine']) !== undefined
    return {
      members: [
        ...variables.map(([name, value]) => ({ path: ['env', name], value })),
        ...(hasStatusLine ? [] : [{ path: ['statusLine'], value: { type: 'command', command: statusLine } }]),
      ],
    }
  },
})

const codex = ({ world, route, isProject }: Wish): Target => {
  if (isProject) throw new Failed('Codex takes no provider from a project. Leave --project out.')
  const key = codexKey(world)
  if (key === 'chatgpt')
    throw new Failed(
      'Codex is signed in with ChatGPT: nothing would be compacted. Use a key: codex login --with-api-key',
    )
  return {
    path: join(codexFolder(world), 'config.toml'),
    holdsToken: true,
    settings: () => ({
      fenced: {
        top: { model_provider: tomlString(providerName) },
        table: ['model_providers', providerName],
        members: codexProvider(route, key, { text: route.token }),
      },
    }),
  }
}

const openCodeFile = (folder: string): string =>
  [join(folder, 'opencode.jsonc')].find((path) => existsSync(path)) ?? join(folder, 'opencode.json')

/** A project's file is shared with others: it names the variable, and not the token. */
const openCode = ({ world, route, isProject }: Wish): Target => {
  const token = isProject ? `{env:${tokenVariable}}` : route.token
  const providers = openCodeProviders(route, { [serviceHeader]: token })
  const members = Object.entries(providers).flatMap(([name, provider]) => {
    const { baseURL, headers } = objectOf(objectOf(provider).options)
    const options = ['provider', name, 'options']
    return [
      { path: [...options, 'baseURL'], value: baseURL },
      { path: [...options, 'headers', serviceHeader], value: objectOf(headers)[serviceHeader] },
    ]
  })
  return {
    path: openCodeFile(isProject ? world.folder : openCodeFolder(world)),
    holdsToken: !isProject,
    settings: () => ({ members }),
    ...(isProject ? { note: `Start OpenCode with ${tokenVariable} set: eval "$(compaction env)"` } : {}),
  }
}

export const targets: Readonly<Record<string, (wish: Wish) => Target>> = { claude, codex, opencode: openCode }
