// The embedded store's endpoint: DynamoDB's protocol, as far as its clients need it.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Answer } from './operations.ts'
import { StoreRefused } from './refused.ts'

/** A batch of the largest items. */
const maxBodyBytes = 16 * 1_048_576

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > maxBodyBytes) throw new StoreRefused('SerializationException', 'The request is too large.')
  }
  return Buffer.concat(chunks).toString('utf8')
}

const parsed = (body: string): Readonly<Record<string, unknown>> => {
  try {
    return JSON.parse(body)
  } catch {
    throw new StoreRefused('SerializationException', 'The request is not JSON.')
  }
}

const send = (response: ServerResponse, status: number, body: object): void => {
  const text = JSON.stringify(body)
  const head = { 'content-type': 'application/x-amz-json-1.0', 'content-length': Buffer.byteLength(text) }
  response.writeHead(status, { ...head, 'x-amzn-requestid': crypto.randomUUID() }).end(text)
}

const target = /^DynamoDB_\d{8}\.(\w+)$/

/** Does not listen yet. Everybody who is let in may do everything: signatures are not looked at. */
export const storeServer = (answer: Answer): Server =>
  createServer(async (request, response) => {
    try {
      const operation = target.exec(String(request.headers['x-amz-target']))?.[1] ?? ''
      const body = await bodyOf(request)
      send(response, 200, (await answer(operation, parsed(body))) as object)
    } catch (error) {
      if (error instanceof StoreRefused) return send(response, 400, error.body)
      if (!response.destroyed)
        send(response, 500, { __type: 'com.amazon.coral.service#InternalFailure', message: 'The store failed.' })
    }
  })
