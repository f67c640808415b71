// Codex: its provider, the address and header of it, and how it is signed in.

import { join } from 'node:path'
import { codexFolder, codexKey } from '../agents/codex.ts'
import { type CodexConfig, codexConfig, providerKey } from '../agents/codex-config.ts'
import { serviceHeader } from '../service/variables.ts'
import type { World } from '../world/world.ts'
import { otherAt } from './answering.ts'
import { type Finding, failure, warning, well } from './finding.ts'

type Address = NonNullable<CodexConfig['address']>

const wrapLine = 'compaction wrap codex'
const runLine = 'compaction run codex'
/** Of OpenAI's API at the service, which takes its requests without the version too (`servedPaths` in core/dialects/paths.ts). */
const bases = ['/openai/v1', '/provider-b/v1', '/openai', '/provider-b']

const headerFindings = (config: CodexConfig, { environment }: World): Finding[] => {
  const { file, values } = config
  const written = values.get(providerKey(config, `http_headers.${serviceHeader}`))
  const variable = values.get(providerKey(config, `env_http_headers.${serviceHeader}`))
  if (written !== undefined) return []
  if (variable === undefined)
    return [
      failure(
        `Codex sends no header ${serviceHeader}: every request is refused.`,
        `${file} (${providerKey(config, 'env_http_headers')})`,
        wrapLine,
      ),
    ]
  const isSet = (environment[variable] ?? '') !== ''
  const where = `${file} (${providerKey(config, 'env_http_headers')})`
  return isSet ? [] : [failure(`Codex takes the header from ${variable}, which is not set here.`, where, runLine)]
}

const addressFindings = ({ file }: CodexConfig, { url, key }: Address, baseUrl: string): Finding[] => {
  const path = new URL(url).pathname.replace(/\/+$/, '')
  if (bases.includes(path)) return [well('Codex goes through the service', file)]
  const what = 'The base URL of Codex lacks the prefix /openai/v1.'
  return [failure(what, `${file} (${key})`, `Set it to ${baseUrl}/openai/v1`)]
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

/**
 * What keeps Codex from saving. An editor brings a Codex that stands in no `PATH` and reads the same file: without an installed one
 * (`isInstalled`) that counts where the file leads to the service.
 */
export const codexFindings = async (world: World, baseUrl: string, isInstalled: boolean): Promise<Finding[]> => {
  const config = codexConfig(world)
  const { file, values, provider = 'openai', address } = config
  const isOurs = address !== undefined && new URL(address.url).origin === new URL(baseUrl).origin
  if (!isInstalled && !isOurs) return []
  const common = [...signInFindings(world), ...misplaced(file, values)]
  if (address === undefined)
    return [well(`Codex by itself sends to ${provider}; ${runLine} sends through the service`), ...common]
  if (isOurs) return [...addressFindings(config, address, baseUrl), ...headerFindings(config, world), ...common]
  const other = await otherAt(world, address.url)
  const foreign = warning(
    `Codex sends its requests to ${other ?? 'another address'} (${address.url}).`,
    `${file} (${address.key})`,
    `${runLine}, or ${wrapLine}`,
  )
  return [foreign, ...common]
}
