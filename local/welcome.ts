// The text that a person reads once the service is ready: where it is, the key, and lines to paste.

import type { LocalServiceFacts } from './service.ts'

/** The whole text; `data`: the folder that the service keeps, absent if it keeps nothing. */
export const welcome = (facts: LocalServiceFacts, data: string | undefined): string => {
  const { baseUrl, serviceKey, account, dynamodbEndpoint, signInUrl, dashboardUrl } = facts
  const node = 'node_modules/.bin/node'
  const dashboard =
    signInUrl === undefined
      ? ''
      : `  Dashboard    ${signInUrl}\n               (signs you in as the owner; the link is good as long as the service runs)\n  Command line npx ${dashboardUrl}/cli/compaction.tgz login\n`
  const header = '-H "X-Service-Auth-Token: $SERVICE_KEY"'
  const kept =
    data === undefined
      ? 'Nothing is kept: account, key and ledger are gone when the service stops.'
      : `Kept in ${data}: tables, log, and the key (file service-key, readable by you alone).`
  const operator = (command: string): string =>
    data === undefined
      ? `AWS_ENDPOINT_URL_DYNAMODB=${dynamodbEndpoint} npm run -s operator -- ${command}`
      : `npm run -s operator -- ${command} --data ${data}`
  return `
The service is ready. Ctrl-C stops it.

  Base URL     ${baseUrl}
  Service key  ${serviceKey}
  Account      ${account}
${dashboard}
${kept}

In another terminal, in this folder:

  export BASE_URL=${baseUrl}
  export SERVICE_KEY=${serviceKey}

Compress a transcript (needs no provider and no provider key):

  ${node} examples/compress.mjs

  curl -s $BASE_URL/v1/compress ${header} \\
    -H 'content-type: application/json' --data-binary @examples/transcript.json

Send a request through an SDK (needs your ANTHROPIC_API_KEY or OPENAI_API_KEY):

  ${node} examples/anthropic-sdk.mjs
  ${node} examples/openai-sdk.mjs

Or with curl:

  curl -sN $BASE_URL/anthropic/v1/messages ${header} \\
    -H "x-api-key: $ANTHROPIC_API_KEY" -H 'anthropic-version: 2023-06-01' \\
    -H 'content-type: application/json' \\
    -d '{"model":"claude-haiku-4-5","max_tokens":100,"messages":[{"role":"user","content":"Say hello."}]}'

  curl -sN $BASE_URL/openai/v1/chat/completions ${header} \\
    -H "Authorization: Bearer $OPENAI_API_KEY" -H 'content-type: application/json' \\
    -d '{"model":"gpt-5.4-mini","messages":[{"role":"user","content":"Say hello."}]}'

Use it from Claude Code:

  ANTHROPIC_BASE_URL=$BASE_URL/anthropic ENABLE_TOOL_SEARCH=true \\
    ANTHROPIC_CUSTOM_HEADERS="X-Service-Auth-Token: $SERVICE_KEY" claude

Use it from Codex (needs your OPENAI_API_KEY; docs/clients/codex.md has it as a file):

  codex -c model_provider=compacted -c model_providers.compacted.name=compacted \\
    -c model_providers.compacted.base_url=$BASE_URL/openai/v1 \\
    -c model_providers.compacted.env_key=OPENAI_API_KEY \\
    -c model_providers.compacted.wire_api=responses \\
    -c 'model_providers.compacted.env_http_headers={"X-Service-Auth-Token"="SERVICE_KEY"}'

See what was saved:

  ${operator(`ledger ${account}`)}

`
}
