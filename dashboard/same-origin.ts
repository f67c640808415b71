// Whether a request that changes something was made by the dashboard's own page. Cookies alone do not tell: a page on another
// port of localhost is the same site, and sends even those that are `SameSite=Strict`.

import { Refusal } from '../core/http/refusal.ts'
import type { Asked } from './http.ts'

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Throws `Refusal` 403. Browsers that do not send `Sec-Fetch-Site` send `Origin`; a client that sends neither is no browser. */
export const requireSameOrigin = ({ method, headers }: Asked, dashboardUrl: string): void => {
  if (safe.has(method)) return
  const site = headers['sec-fetch-site']
  const isOurs = site === undefined ? headers.origin === new URL(dashboardUrl).origin : site === 'same-origin'
  if (!isOurs) throw new Refusal('cross-site', 'This request was not made by the dashboard itself.')
}
