// Streams an answer through the service with OpenAI's own SDK. Only the base URL and one header differ from direct use.
// Needs BASE_URL and SERVICE_KEY, as `npm start` prints them, and your OPENAI_API_KEY; OPENAI_MODEL names another model. Run:
// node scripts/with-node.mjs examples/openai-sdk.mjs

import OpenAI from 'openai'
import { own, service } from './say-why.mjs'

const { BASE_URL, SERVICE_KEY } = service()
const { OPENAI_MODEL = 'gpt-5.4-mini' } = process.env

const client = new OpenAI({
  apiKey: own('OPENAI_API_KEY'),
  baseURL: `${BASE_URL}/openai/v1`,
  defaultHeaders: { 'X-Service-Auth-Token': SERVICE_KEY },
})

// A tool result as agents send it: pretty-printed JSON. The model needs every value and no blank.
const machines = Array.from({ length: 160 }, (_, index) => ({
  name: `${index % 2 === 0 ? 'ams' : 'fra'}-${index + 1}`,
  region: index % 2 === 0 ? 'ams' : 'fra',
  load: index === 54 ? 0.97 : 0.3 + (index % 20) / 100,
  disks: [{ mount: '/', used: 0.5 + (index % 40) / 100 }],
}))

const stream = await client.chat.completions.create({
  model: OPENAI_MODEL,
  stream: true,
  stream_options: { include_usage: true },
  tools: [
    {
      type: 'function',
      function: {
        name: 'list_machines',
        description: 'Lists the machines.',
        parameters: { type: 'object', properties: {} },
      },
    },
  ],
  messages: [
    { role: 'user', content: 'Which machine should I worry about? One sentence.' },
    {
      role: 'assistant',
      tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'list_machines', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'call_1', content: JSON.stringify({ machines }, null, 2) },
  ],
})
for await (const chunk of stream) {
  process.stdout.write(chunk.choices[0]?.delta.content ?? '')
  if (chunk.usage)
    console.log(`\n\n${chunk.usage.prompt_tokens} input tokens, ${chunk.usage.completion_tokens} output tokens`)
}
