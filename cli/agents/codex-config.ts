// What Codex's own configuration says of its provider.

import { join } from 'node:path'
import { defined } from '../../core/collections/defined.ts'
import { textIn } from '../files/read-json.ts'
import { faultyLine } from '../toml/statements.ts'
import { tomlValues } from '../toml/values.ts'
import { Located } from '../world/faults.ts'
import type { World } from '../world/world.ts'
import { codexFolder } from './codex.ts'

export interface CodexConfig {
  readonly file: string
  /** Strings by dotted path. */
  readonly values: ReadonlyMap<string, string>
  /** The name of the provider; absent: Codex's own. */
  readonly provider?: string
  /** Where requests go, and the key that says so; absent: to the provider's own address. */
  readonly address?: { readonly url: string; readonly key: string }
}

/** The path of a member of a provider. */
export const providerKey = ({ provider = 'openai' }: Pick<CodexConfig, 'provider'>, member: string): string =>
  `model_providers.${provider}.${member}`

/** Throws `Located` for a file that Codex does not start with. */
export const codexConfig = (place: Pick<World, 'environment' | 'home'>): CodexConfig => {
  const file = join(codexFolder(place), 'config.toml')
  const text = textIn(file) ?? ''
  const line = faultyLine(text)
  if (line !== undefined)
    throw new Located(
      'The settings of Codex are no TOML: it does not start.',
      `${file}, line ${line}`,
      `Mend line ${line} of ${file}`,
    )
  const values = tomlValues(text)
  const provider = values.get('model_provider')
  const key = provider === undefined ? 'openai_base_url' : providerKey({ provider }, 'base_url')
  const url = values.get(key)
  return {
    file,
    values,
    ...defined({ provider }),
    ...(url === undefined || !URL.canParse(url) ? {} : { address: { url, key } }),
  }
}
