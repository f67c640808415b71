// The text that a person reads once the service is ready: where it is, the key, and lines to paste.

import { relative } from 'node:path'
import { nothingYet } from './exchange-lines.ts'
import type { LocalServiceFacts } from './service.ts'

export interface WelcomeOptions {
  /** The folder that the service keeps; absent if it keeps nothing. */
  readonly data: string | undefined
  /** The address that it listens on; absent: loopback. */
  readonly host?: string
  /** Whether no line is printed for a request. */
  readonly quiet?: boolean
}

const node = 'node_modules/.bin/node'
/** Installs the clients' packages first, where only the service's own are there. */
const installingNode = 'node scripts/with-node.mjs'
const keyHeader = '-H "X-Service-Auth-Token: $SERVICE_KEY"'

/** As short as it can be pasted in the folder of the project. */
const folderName = (data: string): string => {
  const path = relative(process.cwd(), data)
  return path === '' || path.startsWith('..') || /\s/.test(path) ? JSON.stringify(data) : path
}

const keptLine = (data: string | undefined): string =>
  data === undefined
    ? 'Nothing is kept: account, key and ledger are gone when the service stops.'
    : `Kept in ${folderName(data)}: tables, log, and the key (readable by you alone).`

const isLoopback = (host: string): boolean => host.startsWith('127.') || host === '::1'

const sharedLines = (host: string | undefined): string =>
  host === undefined || isLoopback(host)
    ? ''
    : `
WARNING: it listens on ${host}. Anyone who reaches this machine reaches it. Keys
and text travel unencrypted: put a proxy with TLS in front, or leave --host out.
`

const heading = (facts: LocalServiceFacts): string => {
  const { baseUrl, serviceKey, account, signInUrl, dashboardUrl } = facts
  const rows = [`  Base URL     ${baseUrl}`, `  Service key  ${serviceKey}`, `  Account      ${account}`]
  const dashboard =
    signInUrl === undefined
      ? []
      : [
          '  Dashboard    (the link signs you in as the owner, as long as the service runs)',
          `  ${signInUrl}`,
          `  Command line npx ${dashboardUrl}/cli/compaction.tgz login`,
        ]
  return [...rows, ...dashboard].join('\n')
}

const withoutProvider = `Compress a transcript (needs no provider and no provider key):

  ${node} examples/compress.mjs

  curl -s $BASE_URL/v1/compress \\
    ${keyHeader} \\
    -H 'content-type: application/json' --data-binary @examples/transcript.json`

const throughSdk = `Send a request through an SDK (needs your ANTHROPIC_API_KEY or OPENAI_API_KEY;
installs all that development needs if it is not there yet: 920 MB):

  ${installingNode} examples/anthropic-sdk.mjs
  ${installingNode} examples/openai-sdk.mjs

Or with curl:

  curl -sN $BASE_URL/anthropic/v1/messages \\
    ${keyHeader} -H "x-api-key: $ANTHROPIC_API_KEY" \\
    -H 'anthropic-version: 2023-06-01' -H 'content-type: application/json' \\
    -d '{"model":"claude-haiku-4-5","max_tokens":100,
         "messages":[{"role":"user","content":"Say hello."}]}'

  curl -sN $BASE_URL/openai/v1/chat/completions \\
    ${keyHeader} \\
    -H "Authorization: Bearer $OPENAI_API_KEY" \\
    -H 'content-type: application/json' \\
    -d '{"model":"gpt-5.4-mini",
         "messages":[{"role":"user","content":"Say hello."}]}'`

const fromAgents = `Use it from Claude Code:

  ANTHROPIC_BASE_URL=$BASE_URL/anthropic ENABLE_TOOL_SEARCH=true \\
    ANTHROPIC_CUSTOM_HEADERS="X-Service-Auth-Token: $SERVICE_KEY" claude

Use it from Codex (needs your OPENAI_API_KEY; docs/clients/codex.md: as a file):

  codex -c model_provider=compacted \\
    -c model_providers.compacted.name=compacted \\
    -c model_providers.compacted.base_url=$BASE_URL/openai/v1 \\
    -c model_providers.compacted.env_key=OPENAI_API_KEY \\
    -c model_providers.compacted.wire_api=responses \\
    -c model_providers.compacted.env_http_headers=\\
'{"X-Service-Auth-Token"="SERVICE_KEY"}'`

const linesBelow = `
Every request is a line below (--quiet: none). "${nothingYet}": what went
whole goes shortened in a later request, once the provider's cache is cold (with
Anthropic after a pause of eight minutes) or once that pays.
`

/** The whole text. */
export const welcome = (facts: LocalServiceFacts, { data, host, quiet }: WelcomeOptions): string => {
  const ledger = `npm run -s operator -- ledger ${facts.account}`
  return `
The service is ready. Ctrl-C stops it.

${heading(facts)}
${sharedLines(host)}
${keptLine(data)}

In another terminal, in this folder:

  export BASE_URL=${facts.baseUrl}
  export SERVICE_KEY=${facts.serviceKey}

${withoutProvider}

${throughSdk}

${fromAgents}

See what was saved:

  ${data === undefined ? `AWS_ENDPOINT_URL_DYNAMODB=\\\n${facts.dynamodbEndpoint} \\\n    ${ledger}` : `${ledger} --data ${folderName(data)}`}
${quiet ? '' : linesBelow}
`
}
