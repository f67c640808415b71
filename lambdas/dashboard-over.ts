// The dashboard as a buffered function: an event in, an answer out. The only place where its adapters are chosen.

import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { Logger } from '@aws-lambda-powertools/logger'
import type { Dynamo } from '../adapters/dynamo/client.ts'
import { powertoolsLog } from '../adapters/telemetry/logger.ts'
import { requireFrontDoor } from '../core/access/front-door.ts'
import { countersInOutage } from '../core/access/limits/counters-in-outage.ts'
import { Refusal, refusalBody, refusalHeaders } from '../core/http/refusal.ts'
import type { Identity } from '../core/people/identity.ts'
import { handle } from '../dashboard/handle.ts'
import type { Answer, Asked } from '../dashboard/http.ts'
import type { Page, Ports, Settings } from '../dashboard/ports.ts'
import { type DashboardStores, dashboardStores } from './dashboard-stores.ts'
import { type FunctionUrlEvent, inboundFrom } from './platform/event.ts'
import { exchangeId } from './platform/exchange-id.ts'

/** The event of a function URL. The platform takes cookies out of the headers. */
export interface DashboardEvent extends FunctionUrlEvent {
  readonly cookies?: readonly string[]
  readonly requestContext: { readonly http: { readonly method: string; readonly sourceIp: string } }
}

/**
 * Where a request came from. A front door adds the address of its caller to those that the caller claims, and the platform
 * adds the front door's; without a front door whatever is claimed is a claim.
 */
const addressOf = ({ headers, requestContext }: DashboardEvent, isBehindFrontDoor: boolean): string => {
  const { sourceIp } = requestContext.http
  if (!isBehindFrontDoor) return sourceIp
  const addresses = (headers['x-forwarded-for'] ?? '').split(',').map((address) => address.trim())
  return addresses.filter((address) => address !== sourceIp).at(-1) || sourceIp
}

/** What a buffered function returns. */
export interface BufferedAnswer {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, string>>
  readonly cookies: readonly string[]
  readonly body: string
  readonly isBase64Encoded: boolean
}

export interface DashboardParts {
  readonly dynamo: Dynamo
  readonly identity: Identity
  readonly page: Page
  readonly settings: Settings
  readonly originSecrets: readonly string[]
}

const portsOf = ({ identity, page, settings }: DashboardParts, stores: DashboardStores): Ports => ({
  ...stores,
  // Nothing is counted of it: a dashboard whose counters are away still counts, in memory.
  counters: countersInOutage(stores.counters, () => {}),
  identity,
  page,
  settings,
  log: powertoolsLog(new Logger({ serviceName: 'dashboard' })),
  random32: () => randomBytes(32),
  wait: (milliseconds) => setTimeout(milliseconds),
  newId: exchangeId,
})

const buffered = ({ status, headers, cookies, body }: Answer): BufferedAnswer => ({
  statusCode: status,
  headers,
  cookies,
  body: typeof body === 'string' ? body : Buffer.from(body).toString('base64'),
  isBase64Encoded: typeof body !== 'string',
})

/** The handler. */
export const dashboardOver = (parts: DashboardParts): ((event: DashboardEvent) => Promise<BufferedAnswer>) => {
  const ports = portsOf(parts, dashboardStores(parts.dynamo))
  return async (event) => {
    const now = Date.now()
    const { method, path, query, headers, body } = inboundFrom(event, '', now, now)
    try {
      requireFrontDoor(headers, parts.originSecrets)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return buffered({
        status: error.status,
        headers: refusalHeaders(error),
        cookies: [],
        body: refusalBody(error),
      })
    }
    const asked: Asked = {
      method,
      path,
      query: new URLSearchParams(query),
      headers,
      cookies: event.cookies ?? [],
      body: typeof body === 'string' ? body : '',
      address: addressOf(event, parts.originSecrets.length > 0),
      now,
    }
    return buffered(await handle(asked, ports))
  }
}
