// What agents read of the environment, so that they send their requests through the service.

import { compactionHeader, serviceHeaderPrefix, serviceKeyHeader } from '../../core/http/service-headers.ts'

export interface Route {
  readonly baseUrl: string
  readonly token: string
}

/** As the account says, or for one run alone. */
export type RunMode = 'account' | 'observe' | 'off'

/** How a header is spelled in settings. */
const spelled = (header: string): string =>
  header
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('-')

export const serviceHeader = spelled(serviceKeyHeader)
export const modeHeader = spelled(compactionHeader)
/** Holds the token where a setting can name a variable. */
export const tokenVariable = 'COMPACTION_TOKEN'

/** Header lines without those of this name, and without empty ones. */
export const withoutHeader = (lines: string, header: string): string[] =>
  lines.split('\n').filter((line) => line.trim() !== '' && !line.toLowerCase().startsWith(`${header.toLowerCase()}:`))

/** Header lines of a repository, which somebody else wrote: it must not tell the service where to send the person's key. */
export const withoutServiceHeaders = (lines: string): string =>
  lines
    .split('\n')
    .filter((line) => !line.trim().toLowerCase().startsWith(serviceHeaderPrefix))
    .join('\n')

const withHeader = (lines: string, header: string, value: string): string =>
  [...withoutHeader(lines, header), `${header}: ${value}`].join('\n')

/** Header lines with ours among them, once. Lines of the person's own are kept. */
const withServiceHeader = (lines: string, token: string): string => withHeader(lines, serviceHeader, token)

/** Header lines that ask for a mode; as they are where the account decides. */
export const withModeHeader = (lines: string, mode: RunMode): string =>
  mode === 'account' ? lines : withHeader(lines, modeHeader, mode)

/** `ownHeaders`: what `ANTHROPIC_CUSTOM_HEADERS` holds so far. */
export const claudeVariables = ({ baseUrl, token }: Route, ownHeaders = ''): Readonly<Record<string, string>> => ({
  ANTHROPIC_BASE_URL: `${baseUrl}/anthropic`,
  ANTHROPIC_CUSTOM_HEADERS: withServiceHeader(ownHeaders, token),
  // Claude Code turns its tool search off for every base URL that is not the provider's own.
  ENABLE_TOOL_SEARCH: 'true',
})
