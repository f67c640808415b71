// One request as a client sends it, on a connection of its own, and how it ended.

import { type ClientRequest, type IncomingHttpHeaders, request } from 'node:http'

export interface Question {
  /** @default POST */
  readonly method?: string
  readonly headers?: Readonly<Record<string, string | string[]>>
  readonly body?: string | Uint8Array
  /** Milliseconds until the client gives up. @default 20,000 */
  readonly patience?: number
  /** Gets the request right after it was sent. */
  readonly sent?: (asked: ClientRequest) => void
  /** Gets each piece, and the request to leave by. */
  readonly piece?: (bytes: Buffer, asked: ClientRequest) => void
}

export interface Answer {
  /** 0: no head came. */
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
  /** `late`: the client gave up. */
  readonly ended: 'whole' | 'broken' | 'late'
  readonly milliseconds: number
}

/** Never rejects. */
export const ask = (url: string, question: Question = {}): Promise<Answer> => {
  const { method = 'POST', headers = {}, body, patience = 20_000, sent, piece } = question
  const since = performance.now()
  const chunks: Buffer[] = []
  let status = 0
  let known: IncomingHttpHeaders = {}
  return new Promise((resolve) => {
    const end = (ended: Answer['ended']): void => {
      clearTimeout(timer)
      const milliseconds = Math.round(performance.now() - since)
      resolve({ status, headers: known, bytes: Buffer.concat(chunks), ended, milliseconds })
    }
    // Node frames no body of methods that seldom have one.
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const asked = request(url, { method, headers: { ...length, ...headers }, agent: false })
    const timer = setTimeout(() => {
      end('late')
      asked.destroy()
    }, patience)
    asked.on('error', () => end('broken'))
    asked.on('response', (response) => {
      status = response.statusCode ?? 0
      known = response.headers
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        piece?.(chunk, asked)
      })
      response.on('error', () => end('broken'))
      response.on('close', () => end(response.complete ? 'whole' : 'broken'))
    })
    asked.end(body)
    sent?.(asked)
  })
}
