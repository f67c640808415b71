// What agents read of the environment, so that they send their requests through the service.

import { serviceKeyHeader } from '../core/http/service-headers.ts'

export interface Route {
  readonly baseUrl: string
  readonly token: string
}

/** How the header is spelled in settings. */
const headerName = serviceKeyHeader
  .split('-')
  .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  .join('-')

/** Header lines with ours among them, once. Lines of the person's own are kept. */
export const withServiceHeader = (lines: string, token: string): string =>
  [
    ...lines.split('\n').filter((line) => line.trim() !== '' && !line.toLowerCase().startsWith(`${serviceKeyHeader}:`)),
    `${headerName}: ${token}`,
  ].join('\n')

/** `ownHeaders`: what `ANTHROPIC_CUSTOM_HEADERS` holds so far. */
export const claudeVariables = ({ baseUrl, token }: Route, ownHeaders = ''): Readonly<Record<string, string>> => ({
  ANTHROPIC_BASE_URL: `${baseUrl}/anthropic`,
  ANTHROPIC_CUSTOM_HEADERS: withServiceHeader(ownHeaders, token),
  // Claude Code turns its tool search off for every base URL that is not the provider's own.
  ENABLE_TOOL_SEARCH: 'true',
})
