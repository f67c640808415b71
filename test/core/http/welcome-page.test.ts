import { expect, it } from 'vitest'
import { asksForPage, welcomePage } from '../../../core/http/welcome-page.ts'

it.each([
  ['GET', 'text/html,application/xhtml+xml,*/*;q=0.8', true],
  ['GET', 'application/json, text/html', true],
  ['GET', '*/*', false],
  ['GET', undefined, false],
  ['POST', 'text/html', false],
])('%s that accepts %s asks for a page: %s', (method, accept, expected) => {
  expect(asksForPage({ method, headers: accept === undefined ? {} : { accept } })).toBe(expected)
})

it('the page is a 401 without scripts, and leads to the dashboard if there is one', () => {
  const { status, headers, body } = welcomePage('http://localhost:8788/?a="b"&c')
  expect(status).toBe(401)
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  expect(body).toContain('<a href="http://localhost:8788/?a=&quot;b&quot;&amp;c">the dashboard</a>')
  expect(welcomePage(undefined).body).not.toContain('href')
})
