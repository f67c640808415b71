// Asks one service of AWS: JSON in a signed POST, JSON in the answer, a second attempt where the first says nothing of the
// request. The SDK's clients do the same at several times the price (docs/decisions/0031-aws-asked-by-hand.md).

import type { Agent as HttpAgent, IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Agent as HttpsAgent } from 'node:https'
import { setTimeout as wait } from 'node:timers/promises'
import { defined } from '../../core/collections/defined.ts'
import { isObject } from '../../core/json/object.ts'
import { AwsError, errorIn, isBroken, isThrottling, isTransient, mayBeOfTime, unreadable } from './aws-error.ts'
import { before } from './before.ts'
import { type Configuration, configurationOf, type GivenConfiguration } from './configuration.ts'
import { type Sign, signer } from './signature.ts'

// An `import` copies all exports, and some of them load what nobody needs, such as `fetch`: 30 ms of a cold start.
const http = process.getBuiltinModule('node:http')
const https = process.getBuiltinModule('node:https')

export interface ServiceOptions extends GivenConfiguration {
  /** The name that signatures hold. */
  readonly service: string
  /** The name in variables, as `DYNAMODB` in `AWS_ENDPOINT_URL_DYNAMODB`. */
  readonly id: string
  /** How the name of the service's hosts begins. @default `service` */
  readonly prefix?: string
  /** 2: for a socket that died while the environment was frozen, and for a service that was busy. @default 2 */
  readonly attempts?: number
}

export interface Question {
  /** Behind the endpoint. @default / */
  readonly path?: string
  /** By lower-case name: `content-type`, and what the service routes by. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Reads the answer's text, and throws where that is not JSON. @default JSON.parse */
  readonly read?: (text: string) => unknown
}

export interface AskOptions {
  readonly abortSignal?: AbortSignal | undefined
  /** Asks a service that takes no more now again and again, until it does or the signal ends it: one that meets a jump takes more a moment later. */
  readonly untilTaken?: true
  /** Gets the head of every answer. */
  readonly heard?: (headers: IncomingHttpHeaders) => void
}

export interface Service {
  /** The answer's JSON. Throws `AwsError` if that is an error, and Node's own error if no answer came. */
  ask(question: Question, options?: AskOptions): Promise<unknown>
  /** Closes its connections. */
  close(): void
}

/** As in the SDK. */
const mostSockets = 50
/** Before a second attempt: at most so long, by chance, so that those who were refused together do not come back together. Doubled each time. */
const pauseMilliseconds = 50
/** AWS accepts a clock that is wrong by less. */
const clockToleranceMilliseconds = 300_000

interface Connection {
  readonly configuration: Configuration
  readonly sign: Sign
  readonly agent: HttpAgent | HttpsAgent
  readonly request: typeof http.request | typeof https.request
  /** What the machine's clock is behind. */
  behindMilliseconds: number
}

const connectionOf = (configuration: Configuration, service: string): Connection => {
  const isSecure = configuration.endpoint.protocol === 'https:'
  const settings = { keepAlive: true, maxSockets: mostSockets }
  return {
    configuration,
    sign: signer(service, configuration.region),
    agent: isSecure ? new https.Agent(settings) : new http.Agent(settings),
    request: isSecure ? https.request : http.request,
    behindMilliseconds: 0,
  }
}

/** DynamoDB answers 16 MB at most, SageMaker less. Who answers more is neither. */
const mostCharacters = 16 * 1_048_576

const bodyOf = (answer: IncomingMessage): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = ''
    answer.setEncoding('utf8')
    answer.on('data', (piece: string) => {
      text += piece
      if (text.length > mostCharacters) answer.destroy(new Error('The answer is too long.'))
    })
    answer.on('end', () => resolve(text))
    answer.on('error', reject)
  })

const parsed = (text: string, status: number, read: (text: string) => unknown = JSON.parse): unknown => {
  // No service of these answers nothing where all is well: who takes that for an empty answer tells a caller that his key is unknown.
  if (text === '' && status !== 200) return {}
  try {
    return read(text)
  } catch {
    throw new AwsError(unreadable, status)
  }
}

/** One request on one connection. */
const sent = (
  { configuration, agent, request }: Connection,
  { path, headers, body }: { readonly path: string; readonly headers: Record<string, string>; readonly body: string },
  signal: AbortSignal | undefined,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = configuration.endpoint
    const host = hostname.replace(/^\[|\]$/g, '')
    const options = { method: 'POST', host, port, path, headers, agent, ...defined({ signal }) }
    request(options, resolve).on('error', reject).end(body)
  })

const asked = async (connection: Connection, question: Question, options: AskOptions): Promise<unknown> => {
  const { configuration, sign } = connection
  const { endpoint, credentials } = configuration
  const path = `${endpoint.pathname.replace(/\/$/, '')}${question.path ?? '/'}`
  const headers = { ...question.headers, host: endpoint.host }
  const held = await before(options.abortSignal, credentials())
  const now = Date.now() + connection.behindMilliseconds
  const signed = sign({ path, headers, body: question.body }, held, now)
  const answer = await sent(connection, { path, headers: signed, body: question.body }, options.abortSignal)
  options.heard?.(answer.headers)
  const status = answer.statusCode ?? 0
  const body = parsed(await bodyOf(answer), status, question.read)
  if (status === 200 && isObject(body)) return body
  throw errorIn(status, answer.headers['x-amzn-errortype']?.toString(), body, answer.headers.date)
}

/**
 * Whether the machine's clock was wrong when a request was signed, `assumed` behind, and is not any more. Others that were on
 * their way may have set it right by now.
 */
const setRight = (connection: Connection, assumed: number, error: unknown): boolean => {
  if (!mayBeOfTime(error) || error.date === undefined) return false
  const behind = Date.parse(error.date) - Date.now()
  if (!(Math.abs(behind - assumed) > clockToleranceMilliseconds)) return false
  connection.behindMilliseconds = behind
  return true
}

/** Those that rest may be as dead as the one that failed. */
const dropIdle = ({ agent }: Connection): void => {
  for (const sockets of Object.values(agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy()
}

/** Nothing is looked up or connected before the first question. */
export const openService = (given: ServiceOptions): Service => {
  const { service, id, prefix = service, attempts = 2 } = given
  let opened: Promise<Connection> | undefined
  let known: Connection | undefined

  const open = async (): Promise<Connection> => {
    try {
      known = connectionOf(await configurationOf({ id, prefix }, given), service)
      return known
    } catch (error) {
      // Looked for again by the next question.
      opened = undefined
      throw error
    }
  }

  const connected = (): Promise<Connection> => {
    opened ??= open()
    return opened
  }

  return {
    async ask(question, options = {}) {
      const connection = known ?? (await connected())
      let failures = 0
      for (let pause = pauseMilliseconds; ; pause *= 2) {
        const assumed = connection.behindMilliseconds
        try {
          return await asked(connection, question, options)
        } catch (error) {
          const again = setRight(connection, assumed, error) || isTransient(error)
          if (isBroken(error)) dropIdle(connection)
          if (!(options.untilTaken && error instanceof AwsError && isThrottling(error))) failures += 1
          if (!again || failures >= attempts || options.abortSignal?.aborted) throw error
          if (error instanceof AwsError)
            await wait(Math.random() * pause, undefined, defined({ signal: options.abortSignal }))
        }
      }
    },
    close: () => known?.agent.destroy(),
  }
}
