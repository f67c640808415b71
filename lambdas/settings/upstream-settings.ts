// Names the default upstream of each provider wherever it can be set: variable of a function, field of a stage's file,
// option of `npm start`. All names follow from the list of providers.

import type { Provider } from '../../core/upstream/provider.ts'
import { type ProviderId, providers } from '../../core/upstream/providers.ts'

export type UpstreamVariable = `UPSTREAM_${Uppercase<ProviderId>}`
export type UpstreamField = `upstream${Capitalize<ProviderId>}`

export interface UpstreamSetting {
  readonly provider: Provider
  readonly variable: UpstreamVariable
  readonly field: UpstreamField
  readonly option: `upstream-${ProviderId}`
}

const capitalised = (id: string): string => `${id.slice(0, 1).toUpperCase()}${id.slice(1)}`

export const upstreamSettings: readonly UpstreamSetting[] = Object.values(providers).map((provider) => ({
  provider,
  variable: `UPSTREAM_${provider.id.toUpperCase()}` as UpstreamVariable,
  field: `upstream${capitalised(provider.id)}` as UpstreamField,
  option: `upstream-${provider.id}` as UpstreamSetting['option'],
}))

/** What is wrong with a default upstream: the version segment of a base is easily put in the wrong place. */
export const upstreamFault = (text: string, { versionInBase }: Provider): string | undefined => {
  if (versionInBase === '') return /\/v1\/?$/.test(text) ? 'must not end in /v1: requests bring it along' : undefined
  return /^https?:\/\/[^/]+\/?$/.test(text) ? `must be a base with its path, such as …${versionInBase}` : undefined
}

/** One value for each setting, by the name of its variable. */
export const byVariable = <Value>(
  make: (setting: UpstreamSetting) => Value,
): Readonly<Record<UpstreamVariable, Value>> =>
  Object.fromEntries(upstreamSettings.map((setting) => [setting.variable, make(setting)])) as Record<
    UpstreamVariable,
    Value
  >

/** One value for each setting, by the name of its field. */
export const byField = <Value>(make: (setting: UpstreamSetting) => Value): Readonly<Record<UpstreamField, Value>> =>
  Object.fromEntries(upstreamSettings.map((setting) => [setting.field, make(setting)])) as Record<UpstreamField, Value>
