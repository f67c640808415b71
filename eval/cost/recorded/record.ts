// Stands between an agent and its provider, and keeps what the agent sends: a line of JSON for each request, with its time, its path and its
// body, and nothing of its headers. Run: node eval/cost/recorded/record.ts FILE UPSTREAM [PORT]

import { appendFileSync, chmodSync, statSync, truncateSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { codeOf, reasonOf } from '../../../adapters/files/file-fault.ts'
import { bind } from '../../../adapters/process/bind.ts'
import { wholeNumberIn } from '../../../bin/option-values.ts'
import { plainWords, sayingFaults, UsageFault } from '../../../bin/usage-fault.ts'

/** Of one connection, or told anew by whoever sends on. */
const ofConnection = new Set([
  'connection',
  'host',
  'content-length',
  'transfer-encoding',
  'accept-encoding',
  'keep-alive',
  'http2-settings',
  'proxy-connection',
  // `fetch` refuses those.
  'expect',
  'te',
  'trailer',
  'upgrade',
])

const headersOf = ({ rawHeaders }: IncomingMessage): [string, string][] =>
  rawHeaders.flatMap((name, index): [string, string][] =>
    index % 2 === 1 || ofConnection.has(name.toLowerCase()) ? [] : [[name, rawHeaders[index + 1] ?? '']],
  )

/** Makes the file where there is none: it holds what the agent has read, and its owner alone may read it. Throws `UsageFault`. */
const makeReady = (file: string): void => {
  try {
    appendFileSync(file, '')
    chmodSync(file, 0o600)
  } catch (error) {
    throw new UsageFault(`${file} cannot be written: ${reasonOf(codeOf(error))}.`)
  }
}

/** Throws what the file system throws, and leaves no part of the line: the next one would not begin one of its own. */
const append = (file: string, line: string): void => {
  const { size } = statSync(file)
  try {
    appendFileSync(file, line)
  } catch (error) {
    truncateSync(file, size)
    throw error
  }
}

/** What is packed is passed on and not kept. The agent goes on where nothing can be kept; `say` gets why. */
const keep = (
  file: string,
  { method, url = '', headers }: IncomingMessage,
  body: Buffer,
  say: (line: string) => void,
): void => {
  if (method !== 'POST' || headers['content-encoding'] !== undefined) return
  const [path] = url.split('?')
  try {
    append(file, `${JSON.stringify({ at: Date.now(), path, body: body.toString() })}\n`)
  } catch (error) {
    say(`A request to ${path} is not in ${file}: ${reasonOf(codeOf(error))}.\n`)
  }
}

/** Without the name, the password and the question that it may have: they are secrets. */
const baseOf = ({ origin, pathname }: URL): string => `${origin}${pathname.replace(/\/$/, '')}`

const passOn = async (
  upstream: URL,
  request: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
): Promise<void> => {
  const { method = 'GET', url = '/' } = request
  const answer = await fetch(`${baseOf(upstream)}${url}`, {
    method,
    // Whoever is sent elsewhere is asked again by the agent: its keys are for this upstream.
    redirect: 'manual',
    headers: headersOf(request),
    ...(body.length === 0 ? {} : { body: new Uint8Array(body) }),
  })
  const headers = [...answer.headers].filter(([name]) => !ofConnection.has(name) && name !== 'content-encoding')
  response.writeHead(answer.status, headers.flat())
  if (answer.body === null) response.end()
  else await pipeline(Readable.fromWeb(answer.body), response)
}

/**
 * A server that sends everything on to `upstream` and appends the requests to `file`, and says what it could not append. Throws
 * `UsageFault` where that cannot be written.
 */
export const recorder = (
  file: string,
  upstream: URL,
  say: (line: string) => void = (line) => void process.stderr.write(line),
): Server => {
  makeReady(file)
  return createServer(async (request, response) => {
    try {
      const body = await buffer(request)
      keep(file, request, body, say)
      await passOn(upstream, request, body, response)
    } catch {
      if (!response.headersSent) response.writeHead(502)
      response.end()
    }
  })
}

const usage = `node eval/cost/recorded/record.ts FILE UPSTREAM [PORT]

Sends on to UPSTREAM what an agent asks of this machine's PORT (8790), and
appends each request to FILE. The agent's base URL is then
  http://127.0.0.1:PORT     with UPSTREAM https://api.anthropic.com
  http://127.0.0.1:PORT/v1  with UPSTREAM https://api.openai.com`

if (import.meta.main)
  await sayingFaults(usage, async () => {
    const words = plainWords(process.argv.slice(2))
    if (words === undefined) return process.stdout.write(`${usage}\n`)
    const [file, upstream = '', port = '8790'] = words
    if (file === undefined || !/^https?:/.test(upstream) || !URL.canParse(upstream))
      throw new UsageFault('A file and the address of an upstream are needed.')
    const address = new URL(upstream)
    const bound = await bind(recorder(file, address), wholeNumberIn('port', port, 0))
    return process.stdout.write(
      `http://127.0.0.1:${bound} sends on to ${baseOf(address)} and appends to ${file}.\nA client of OpenAI has http://127.0.0.1:${bound}/v1 as its base URL.\n`,
    )
  })
