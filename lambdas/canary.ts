// Asks the service, the way a client does, whether it works: front door, function, tables and compressor. Throws when it does
// not, so that the platform counts an error; what it throws says the status and nothing of the answer.

import * as z from 'zod'
import { secretText } from '../adapters/secrets/secret-text.ts'
import { serviceKeyHeader } from '../core/http/service-headers.ts'
import { parsed } from '../core/json/parsed.ts'
import { canaryEnvironment } from './settings/env.ts'

/** Shorter than the function's own time, so that a service that hangs is named as one. */
const patienceMilliseconds = 20_000

const question = JSON.stringify({
  model: 'helene-1',
  messages: [{ role: 'user', content: 'The canary is asking whether the service is able to shorten this sentence.' }],
})

const answered = z.object({ messages: z.array(z.object({ content: z.string().min(1) })).length(1) })

export const handler = async (): Promise<void> => {
  const { BASE_URL, KEY_SECRET } = canaryEnvironment()
  const key = await secretText(KEY_SECRET)
  const answer = await fetch(`${BASE_URL.replace(/\/$/, '')}/v1/compress`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [serviceKeyHeader]: key.trim() },
    body: question,
    signal: AbortSignal.timeout(patienceMilliseconds),
  })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`The service answered ${answer.status}.`)
  if (!answered.safeParse(parsed(text)).success) throw new Error('The answer of the service is not of its contract.')
}
