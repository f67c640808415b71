// A provider that costs nothing: it answers SDKs in three dialects, and does oddly what a request tells it to. It keeps
// nothing. What the model says, what a prompt costs and how fast words come can be chosen.

import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type Listening, listen } from '../listen.ts'
import { formsByPath } from './answers/forms.ts'
import type { PromptTokens, Said } from './answers/said.ts'
import { behaviourOf, type Counts, fail, type Received } from './behaviours.ts'
import { instructionOf } from './instruction.ts'
import { type Prompt, promptOf, turnOf, usualSaying, usualTokens } from './prompt.ts'
import { instructed, type Pace, speak } from './speech.ts'

/** An answer says here what arrived: `<bytes> <SHA-256 of the body>`. */
export const receivedHeader = 'x-provider-received'

/** Keys that begin so are refused with 401. */
export const unknownKeyPrefix = 'sk-made-up-'

export interface ProviderOptions {
  /** @default 0: any free port */
  readonly port?: number
  /** What the model says. Throws to refuse with 400. */
  readonly say?: (prompt: Prompt) => Said
  readonly tokensOf?: (prompt: Prompt) => PromptTokens
  readonly pace?: Pace
  /** Gets every request when it is there. */
  readonly seen?: (received: Received) => void
  /** `false`: bodies are waited for and dropped, as measurements want it. @default true */
  readonly keepsBodies?: boolean
}

export interface Provider extends Listening {
  readonly counts: Readonly<Counts>
}

const usualPace: Pace = { first: 0, between: 2 }
const list = { object: 'list', data: [{ id: 'm-1', object: 'model', type: 'model' }], input_tokens: 100 }

/** The whole request; `kept`: its body too. */
const receive = async (request: IncomingMessage, kept: boolean, counts: Counts): Promise<Received> => {
  const chunks: Buffer[] = []
  counts.received = 0
  for await (const chunk of request) {
    counts.received += chunk.length
    if (kept) chunks.push(chunk)
  }
  const body = Buffer.concat(chunks)
  return { request, body, sha256: kept ? createHash('sha256').update(body).digest('hex') : '' }
}

/** Listens on loopback. Rejects with Node's own error when the port is taken. */
export const openProvider = async (options: ProviderOptions = {}): Promise<Provider> => {
  const { port = 0, say = usualSaying, tokensOf = usualTokens, pace = usualPace, seen, keepsBodies = true } = options
  const counts: Counts = { open: 0, received: 0, pieces: 0, taken: 0, endings: new Map() }
  const followed = new Set<string>()

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const received = await receive(request, keepsBodies, counts)
    const { body, sha256 } = received
    seen?.(received)
    if (keepsBodies) response.setHeader(receivedHeader, `${body.length} ${sha256}`)
    const { 'x-api-key': apiKey, authorization } = request.headers
    if (`${apiKey} ${authorization}`.includes(unknownKeyPrefix)) return fail(response, 401)

    const told = instructionOf(request.headers)
    const instruction = told?.onceAs !== undefined && followed.has(told.onceAs) ? undefined : told
    if (told?.onceAs !== undefined) followed.add(told.onceAs)
    const behaviour = instruction === undefined ? undefined : behaviourOf(instruction.word)
    if (instruction !== undefined && behaviour !== undefined)
      return behaviour(response, instruction.values, received, counts)

    const form = request.method === 'POST' ? formsByPath.get(request.url?.split('?')[0] ?? '') : undefined
    if (form === undefined) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(list))
      return
    }
    const prompt = promptOf(request.url ?? '', body.toString('utf8'))
    const asked = { model: prompt.model, turn: turnOf(prompt), said: say(prompt), tokens: tokensOf(prompt) }
    const usual = { asked, stream: prompt.stream, pace, cut: false }
    await speak(response, form, instruction === undefined ? usual : instructed(usual, instruction))
  }

  // Longer than a client rests between two requests.
  const server = createServer({ keepAliveTimeout: 120_000 }, (request, response) => {
    counts.open += 1
    response.on('close', () => {
      counts.open -= 1
    })
    // What it does not understand it refuses, as a provider does.
    answer(request, response).catch(() => (response.headersSent ? response.destroy() : fail(response, 400)))
  })
  return { ...(await listen(server, { port })), counts }
}
