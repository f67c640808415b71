// A dashboard in memory as `fetch` reaches it: a program's way, without a network and without a browser's headers.

import type { DashboardInMemory } from './dashboard.ts'

/** `now` in milliseconds since the epoch. */
export const fetchOver =
  (dashboard: Pick<DashboardInMemory, 'ask'>, now: () => number = Date.now): typeof fetch =>
  async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    const answer = await dashboard.ask({
      method: request.method,
      path: url.pathname,
      query: url.searchParams,
      headers: { 'sec-fetch-site': '', ...Object.fromEntries(request.headers) },
      body: await request.text(),
      now: now(),
    })
    const body = typeof answer.body === 'string' ? answer.body : Buffer.from(answer.body)
    return new Response(body, { status: answer.status, headers: { ...answer.headers } })
  }
