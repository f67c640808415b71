// The front of the dashboard on this machine: what its distribution and function URL are on AWS, and the issuer beside it,
// under one origin. It listens on both loopback addresses, since `localhost` may mean either.

import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { bind } from '../../adapters/process/bind.ts'
import { Refusal, refusalBody, refusalHeaders } from '../../core/http/refusal.ts'
import { securityHeaders } from '../../dashboard/security-headers.ts'
import type { BufferedAnswer, DashboardEvent } from '../../lambdas/dashboard-over.ts'
import { functionUrlEvent } from '../front/function-url-event.ts'
import { receiveBody } from '../front/request-body.ts'
import { isWithoutAddress } from '../process/free-port.ts'
import { issuerCookies, issuerPath, type LocalIssuer, startCookie } from './issuer.ts'

const maxBodyBytes = 1_000_000

export interface DashboardParts {
  readonly issuer: LocalIssuer
  readonly handler: (event: DashboardEvent) => Promise<BufferedAnswer>
}

export interface DashboardFront {
  readonly port: number
  close(): Promise<void>
}

const sendRefusal = (response: ServerResponse, status: number, refusal: Refusal): void => {
  response.writeHead(status, refusalHeaders(refusal)).end(refusalBody(refusal))
}

/** Another name that leads here is another site's: a page of it would be served what is meant for this one. */
const isOurHost = ({ headers }: IncomingMessage, dashboardUrl: string): boolean =>
  headers.host === new URL(dashboardUrl).host

/** The link that `npm start` prints: its code goes on to the issuer in a cookie, and out of the address. */
const start = (url: URL, response: ServerResponse, { issuer }: DashboardParts): void => {
  const headers = securityHeaders(url.origin)
  const code = url.searchParams.get('start') ?? ''
  const subject = url.searchParams.get('as') ?? 'owner'
  if (!issuer.isCode(code) || !/^[a-z]+$/.test(subject)) {
    response.writeHead(303, { ...headers, location: '/?problem=start' }).end()
    return
  }
  const { session } = issuerCookies(url.origin)
  response.writeHead(303, {
    ...headers,
    location: '/auth/sign-in',
    'set-cookie': [
      `${startCookie}=${code}.${subject}; Path=${issuerPath}; HttpOnly; SameSite=Lax; Max-Age=60`,
      // The person whom the issuer remembers is somebody else.
      `${session}=; Path=/; HttpOnly; Max-Age=0`,
      `${session}.sig=; Path=/; HttpOnly; Max-Age=0`,
    ],
  })
  response.end()
}

const serve = async (
  request: IncomingMessage,
  response: ServerResponse,
  dashboardUrl: string,
  parts: DashboardParts,
): Promise<void> => {
  if (!isOurHost(request, dashboardUrl))
    return sendRefusal(response, 421, new Refusal('not-found', `The dashboard is at ${dashboardUrl}.`))
  if (!URL.canParse(request.url ?? '/', dashboardUrl))
    return sendRefusal(response, 400, new Refusal('request-invalid', 'The request is not valid HTTP.'))
  const url = new URL(request.url ?? '/', dashboardUrl)
  if (url.pathname.startsWith(`${issuerPath}/`)) return parts.issuer.answer(request, response)
  if (url.pathname === '/' && url.searchParams.has('start')) return start(url, response, parts)
  const body = await receiveBody(request, maxBodyBytes)
  if (body === 'client-left') return
  if (body === 'silent') return void response.destroy()
  if (body === 'crowded')
    return sendRefusal(response, 503, new Refusal('service-unavailable', 'The dashboard is busy. Try again shortly.'))
  if (body === 'too-large')
    return sendRefusal(response, 413, new Refusal('request-too-large', 'The request is too large.'))
  const event = functionUrlEvent(request, body, { requestId: randomUUID(), at: Date.now() })
  const answer = await parts.handler(event)
  response.writeHead(answer.statusCode, {
    ...answer.headers,
    ...(answer.cookies.length === 0 ? {} : { 'set-cookie': [...answer.cookies] }),
  })
  response.end(answer.isBase64Encoded ? Buffer.from(answer.body, 'base64') : answer.body)
}

/** Not every machine has the second address. */
const bindSecond = (server: Server, port: number): Promise<unknown> =>
  bind(server, port, '::1').catch((error: unknown) => {
    if (!isWithoutAddress(error)) throw error
  })

/** Listens first, since the parts need to know where. Rejects with Node's own error when the port is taken. */
export const openDashboardFront = async (
  { port, host = '127.0.0.1' }: { readonly port: number; readonly host?: string | undefined },
  partsAt: (dashboardUrl: string) => Promise<DashboardParts>,
): Promise<DashboardFront> => {
  let ready: { readonly dashboardUrl: string; readonly parts: DashboardParts } | undefined
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    if (ready === undefined) {
      sendRefusal(response, 503, new Refusal('service-unavailable', 'The dashboard is starting.'))
      return
    }
    serve(request, response, ready.dashboardUrl, ready.parts).catch(() => {
      if (response.headersSent) response.destroy()
      else sendRefusal(response, 500, new Refusal('internal', 'The dashboard failed on this request.'))
    })
  }
  const servers = [createServer(listener), createServer(listener)] as const
  const bound = await bind(servers[0], port, host)
  if (host === '127.0.0.1') await bindSecond(servers[1], bound)
  const dashboardUrl = `http://localhost:${bound}`
  ready = { dashboardUrl, parts: await partsAt(dashboardUrl) }
  return {
    port: bound,
    async close() {
      for (const server of servers) {
        server.close()
        server.closeAllConnections()
      }
    },
  }
}
