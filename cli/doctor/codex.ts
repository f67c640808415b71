// Codex: its provider, the address and header of it, and how it is signed in.

import { join } from 'node:path'
import { codexFolder, codexKey } from '../agents/codex.ts'
import { textIn } from '../read-json.ts'
import { tomlValues } from '../toml/values.ts'
import { serviceHeader } from '../variables.ts'
import type { World } from '../world.ts'
import { otherAt } from './answering.ts'
import { type Finding, failure, warning, well } from './finding.ts'

const wrapLine = 'compaction wrap codex'
const runLine = 'compaction run codex'
/** Of OpenAI's API at the service. */
const prefixes = ['/openai', '/provider-b']

interface Provider {
  readonly name: string
  readonly file: string
  readonly values: ReadonlyMap<string, string>
}

const keyOf = ({ name }: Provider, member: string): string => `model_providers.${name}.${member}`

const headerFindings = (provider: Provider, { environment }: World): Finding[] => {
  const { file, values } = provider
  const written = values.get(keyOf(provider, `http_headers.${serviceHeader}`))
  const variable = values.get(keyOf(provider, `env_http_headers.${serviceHeader}`))
  if (written !== undefined) return []
  if (variable === undefined)
    return [
      failure(
        `Codex sends no header ${serviceHeader}: every request is refused.`,
        `${file} (${keyOf(provider, 'env_http_headers')})`,
        wrapLine,
      ),
    ]
  const isSet = (environment[variable] ?? '') !== ''
  const where = `${file} (${keyOf(provider, 'env_http_headers')})`
  return isSet ? [] : [failure(`Codex takes the header from ${variable}, which is not set here.`, where, runLine)]
}

const addressFindings = (provider: Provider, base: string, baseUrl: string): Finding[] => {
  const path = new URL(base).pathname.replace(/\/+$/, '')
  if (prefixes.some((prefix) => path === `${prefix}/v1`)) return [well('Codex goes through the service', provider.file)]
  const what = prefixes.includes(path)
    ? 'The base URL of Codex lacks /v1: requests pass, and nothing is compacted.'
    : 'The base URL of Codex lacks the prefix /openai/v1.'
  return [failure(what, `${provider.file} (${keyOf(provider, 'base_url')})`, `Set it to ${baseUrl}/openai/v1`)]
}

const signInFindings = (world: World): Finding[] =>
  codexKey(world) === 'chatgpt'
    ? [
        warning(
          'Codex is signed in with ChatGPT: its requests pass unread, and nothing is compacted.',
          join(codexFolder(world), 'auth.json'),
          'printenv OPENAI_API_KEY | codex login --with-api-key',
        ),
      ]
    : []

/** A `model_provider` that stands behind a table head belongs to that table, and is ignored. */
const misplaced = (file: string, values: ReadonlyMap<string, string>): Finding[] => {
  const key = [...values.keys()].find((path) => /\.model_provider$/.test(path) && !path.startsWith('profiles.'))
  return key === undefined || values.has('model_provider')
    ? []
    : [
        failure(
          `Codex ignores ${key}: it stands inside a table.`,
          `${file} (${key})`,
          'Move the line to the top of the file',
        ),
      ]
}

export const codexFindings = async (world: World, baseUrl: string): Promise<Finding[]> => {
  const file = join(codexFolder(world), 'config.toml')
  const values = tomlValues(textIn(file) ?? '')
  const name = values.get('model_provider')
  const provider: Provider = { name: name ?? 'openai', file, values }
  const base = name === undefined ? values.get('openai_base_url') : values.get(keyOf(provider, 'base_url'))
  const common = [...signInFindings(world), ...misplaced(file, values)]
  if (base === undefined || !URL.canParse(base))
    return [well(`Codex on its own uses ${provider.name}; ${runLine} comes here`), ...common]
  if (new URL(base).origin === new URL(baseUrl).origin)
    return [...addressFindings(provider, base, baseUrl), ...headerFindings(provider, world), ...common]
  const other = await otherAt(world, base)
  const foreign = warning(
    `Codex sends its requests to ${other ?? 'another address'} (${base}).`,
    `${file} (${name === undefined ? 'openai_base_url' : keyOf(provider, 'base_url')})`,
    `${runLine}, or ${wrapLine}`,
  )
  return [foreign, ...common]
}
