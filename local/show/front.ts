// Stands in front of the functions, passes everything on as it is, and shows of each conversation what would go of it. Shows it
// once the answer has ended, so that no request waits; keeps nothing.

import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import { bind } from '../../adapters/process/bind.ts'
import { carriesServiceKey } from '../../core/access/keys/authenticate.ts'
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
/** More than the functions take, and than they let an upstream answer: they say what is too much. */
const maxHeaderSize = 128 * 1024
/** How long a connection may rest: as long as the functions say in their answers, which are passed on. */
const keepAliveTimeout = 75_000

/** What is printed of an address: its query may hold a key. */
const titleOf = (url: string): string => url.split('?', 1).join('')

const nothing = Buffer.alloc(0)
const ignore = (): void => {}

/** What the functions say of their connection to this front. */
const ofConnection: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'transfer-encoding'])

/** A client of HTTP/1.0 knows no chunks: what ends its answer is the end of the connection, which Node brings about. */
const withoutConnection = (rawHeaders: readonly string[]): string[] =>
  rawHeaders.filter((_, at) => !ofConnection.has((rawHeaders[at - (at % 2)] ?? '').toLowerCase()))

const passOn = (
  request: IncomingMessage,
  response: ServerResponse,
  { target, show }: ShowingFrontOptions,
  told: Set<string>,
): void => {
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
  const way = { host: '127.0.0.1', port: target, method, path: url, headers: rawHeaders, setHost: false }
  const asked = ask({ ...way, maxHeaderSize })
  // Node drops headers beyond a thousand without a word.
  asked.maxHeadersCount = 0
  asked.on('response', (answer) => {
    const knowsChunks = request.httpVersionMinor > 0
    const headers = knowsChunks ? answer.rawHeaders : withoutConnection(answer.rawHeaders)
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, headers)
    // And only a reset says that it broke.
    if (!knowsChunks) answer.on('error', () => request.socket.resetAndDestroy())
    // An empty write of bytes sends the head as it is: for a text Node would write it in that text's encoding.
    response.write(nothing)
    pipeline(answer, response, () => {
      const body = Buffer.concat(chunks).toString('utf8')
      chunks = []
      if (body !== '' && answer.statusCode !== 401)
        setImmediate(() => shownLines(titleOf(url), body, told).forEach(show))
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
  let isEnding = false
  const told = new Set<string>()
  // The functions bound how long a request may take.
  const server = createServer({ maxHeaderSize, keepAliveTimeout, requestTimeout: 0 }, (request, response) => {
    response.on('close', () => setImmediate(() => isEnding && server.closeIdleConnections()))
    passOn(request, response, options, told)
  })
  const port = await bind(server, options.port, options.host)
  return {
    port,
    end: () =>
      new Promise((ended) => {
        isEnding = true
        server.close(() => ended())
        server.closeIdleConnections()
      }),
    kill: () => server.closeAllConnections(),
  }
}
