// What a service says to a person once it is open: where it is, the key, and lines to paste.

import { defaultData } from './options.ts'
import type { LocalServiceFacts } from './service.ts'

/** The whole text. */
export const welcome = (facts: LocalServiceFacts, data: string | undefined): string => {
  const { baseUrl, serviceKey, account, dynamodbEndpoint, signInUrl } = facts
  const node = 'node_modules/.bin/node'
  const dashboard =
    signInUrl === undefined
      ? ''
      : `  Dashboard    ${signInUrl}\n               (signs you in as the owner; the link is good as long as the service runs)\n`
  const common = `BASE_URL=${baseUrl} SERVICE_KEY=${serviceKey}`
  const header = `-H 'X-Service-Auth-Token: ${serviceKey}'`
  const kept =
    data === undefined
      ? 'Nothing is kept: account, key and ledger are gone when this ends.'
      : `Kept in ${data} (tables, log, and the key in the file service-key, readable by you alone).`
  const operator = (command: string): string => {
    if (data === undefined) return `AWS_ENDPOINT_URL_DYNAMODB=${dynamodbEndpoint} npm run -s operator -- ${command}`
    return `npm run -s operator -- ${command}${data === defaultData ? '' : ` --data ${data}`}`
  }
  return `
The service is ready.

  Base URL     ${baseUrl}
  Service key  ${serviceKey}
  Account      ${account}
${dashboard}
${kept}

Compress a transcript (no provider, no key of one):

  ${common} ${node} examples/compress.mjs

  curl -s ${baseUrl}/v1/compress ${header} \\
    -H 'content-type: application/json' --data-binary @examples/transcript.json

Through an SDK (put your own provider key in):

  ANTHROPIC_API_KEY=… ${common} ${node} examples/anthropic-sdk.mjs
  OPENAI_API_KEY=… ${common} ${node} examples/openai-sdk.mjs

With curl:

  curl -sN ${baseUrl}/anthropic/v1/messages ${header} \\
    -H "x-api-key: $ANTHROPIC_API_KEY" -H 'anthropic-version: 2023-06-01' -H 'content-type: application/json' \\
    -d '{"model":"claude-haiku-4-5","max_tokens":100,"messages":[{"role":"user","content":"Say hello."}]}'

  curl -sN ${baseUrl}/openai/v1/chat/completions ${header} \\
    -H "Authorization: Bearer $OPENAI_API_KEY" -H 'content-type: application/json' \\
    -d '{"model":"gpt-5.4-mini","messages":[{"role":"user","content":"Say hello."}]}'

Claude Code:

  ANTHROPIC_BASE_URL=${baseUrl}/anthropic \\
  ANTHROPIC_CUSTOM_HEADERS='X-Service-Auth-Token: ${serviceKey}' claude

Codex (in ~/.codex/config.toml; your key in OPENAI_API_KEY):

  model_provider = "compacted"
  [model_providers.compacted]
  name = "compacted"
  base_url = "${baseUrl}/openai/v1"
  env_key = "OPENAI_API_KEY"
  wire_api = "responses"
  http_headers = { "X-Service-Auth-Token" = "${serviceKey}" }

What was saved:  ${operator(`ledger ${account}`)}
End it with Ctrl-C.

`
}
