// Stands in front of the functions, passes everything on as it is, and shows of each conversation what would go of it. Shows it
// once the answer has ended, so that no request waits; keeps nothing.

import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import { bind } from '../../adapters/bind.ts'
import { carriesServiceKey } from '../../core/access/authenticate.ts'
import { shownLines } from './lines.ts'

export interface ShowingFrontOptions {
  /** 0 means any free port. */
  readonly port: number
  /** @default 127.0.0.1 */
  readonly host?: string
  /** Where the functions listen, on 127.0.0.1. */
  readonly target: number
  /** Gets each line. */
  readonly show: (line: string) => void
}

export interface ShowingFront {
  readonly port: number
  /** Lets running exchanges end. */
  end(): Promise<void>
  kill(): void
}

/** The platform refuses longer bodies. */
const longestBody = 6_500_000

const ignore = (): void => {}

const passOn = (request: IncomingMessage, response: ServerResponse, { target, show }: ShowingFrontOptions): void => {
  const { method = 'GET', url = '/', rawHeaders } = request
  let chunks: Buffer[] = []
  let length = 0
  // What strangers send is held by nobody, and takes nobody's time.
  const isCaller = method === 'POST' && carriesServiceKey(request.headers)
  request.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (isCaller && length <= longestBody) chunks.push(chunk)
    else chunks = []
  })
  const asked = ask({ host: '127.0.0.1', port: target, method, path: url, headers: rawHeaders, setHost: false })
  asked.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, answer.rawHeaders)
    response.flushHeaders()
    pipeline(answer, response, () => {
      const body = Buffer.concat(chunks).toString('utf8')
      chunks = []
      if (body !== '' && answer.statusCode !== 401) setImmediate(() => shownLines(url, body).forEach(show))
    })
  })
  asked.on('error', () => response.destroy())
  response.on('close', () => {
    if (!response.writableFinished) asked.destroy()
  })
  pipeline(request, asked, ignore)
}

/** Resolves once it listens. */
export const openShowingFront = async (options: ShowingFrontOptions): Promise<ShowingFront> => {
  const server = createServer((request, response) => passOn(request, response, options))
  const port = await bind(server, options.port, options.host)
  return {
    port,
    end: () =>
      new Promise((ended) => {
        server.close(() => ended())
        server.closeIdleConnections()
      }),
    kill: () => server.closeAllConnections(),
  }
}
