// Streams an answer through the service with Anthropic's own SDK. Only the base URL and one header differ from direct use.
// Needs BASE_URL and SERVICE_KEY, as `npm start` prints them, and your ANTHROPIC_API_KEY; ANTHROPIC_MODEL names another model. Run:
// node scripts/with-node.mjs examples/anthropic-sdk.mjs

import Anthropic from '@anthropic-ai/sdk'
import { own, service } from './say-why.mjs'

const { BASE_URL, SERVICE_KEY } = service()
const { ANTHROPIC_MODEL = 'claude-haiku-4-5' } = process.env

const client = new Anthropic({
  apiKey: own('ANTHROPIC_API_KEY'),
  baseURL: `${BASE_URL}/anthropic`,
  defaultHeaders: { 'X-Service-Auth-Token': SERVICE_KEY },
})

// A tool result as agents send it: pretty-printed JSON. The model needs every value and no blank.
const machines = Array.from({ length: 160 }, (_, index) => ({
  name: `${index % 2 === 0 ? 'ams' : 'fra'}-${index + 1}`,
  region: index % 2 === 0 ? 'ams' : 'fra',
  load: index === 54 ? 0.97 : 0.3 + (index % 20) / 100,
  disks: [{ mount: '/', used: 0.5 + (index % 40) / 100 }],
}))

const stream = client.messages.stream({
  model: ANTHROPIC_MODEL,
  max_tokens: 200,
  tools: [
    { name: 'list_machines', description: 'Lists the machines.', input_schema: { type: 'object', properties: {} } },
  ],
  messages: [
    { role: 'user', content: 'Which machine should I worry about? One sentence.' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'list_machines', input: {} }] },
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: JSON.stringify({ machines }, null, 2) }],
    },
  ],
})
stream.on('text', (text) => process.stdout.write(text))
const { usage } = await stream.finalMessage()
console.log(`\n\n${usage.input_tokens} input tokens, ${usage.output_tokens} output tokens`)
