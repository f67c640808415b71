// What a person finds who opens the base URL in a browser: that this is no website, and where people sign in. The status stays 401, since every endpoint needs the key.

import { inMarkup } from '../text/markup.ts'
import type { Inbound } from './inbound.ts'
import type { Reply } from './reply.ts'

/** Whether a browser asks for a page, and not a client for an answer. */
export const asksForPage = ({ method, headers }: Pick<Inbound, 'method' | 'headers'>): boolean =>
  method === 'GET' && /(^|,) *text\/html\b/i.test(headers.accept ?? '')

const page = (dashboardUrl: string | undefined): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>Context-compaction proxy</title></head>
<body>
<h1>Context-compaction proxy</h1>
<p>This address is for programs: coding agents and applications send their requests to Anthropic or OpenAI through it, with a
service API key in the header <code>X-Service-Auth-Token</code>. There is no page to see here.</p>
${dashboardUrl === undefined ? '<p>Ask the people who run it for a key.</p>' : `<p>Keys and savings are in <a href="${inMarkup(dashboardUrl)}">the dashboard</a> (${inMarkup(dashboardUrl)}).</p>`}
<ul>
<li><code>/anthropic</code>: base URL of Anthropic clients</li>
<li><code>/openai/v1</code>: base URL of OpenAI clients</li>
<li><code>/v1/compress</code>: compresses a transcript, without a provider</li>
</ul>
</body></html>
`

/** For a browser without a key. */
export const welcomePage = (dashboardUrl: string | undefined): Reply => ({
  status: 401,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  },
  cookies: [],
  body: page(dashboardUrl),
  settle: async () => {},
})
