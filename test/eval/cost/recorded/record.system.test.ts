// What stands between an agent and its provider to keep what the agent sends.

import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { recorder } from '../../../../eval/cost/recorded/record.ts'
import { readRecording } from '../../../../eval/cost/recorded/recording.ts'
import { listen } from '../../../../testkit/listen.ts'

const folder = mkdtempSync(join(tmpdir(), 'record-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('passes everything on, and keeps requests without their headers', async () => {
  const seen: string[] = []
  const upstream = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    seen.push(`${request.method} ${request.url} ${request.headers['x-api-key']} ${text}`)
    response.writeHead(request.method === 'GET' ? 404 : 200, { 'content-type': 'text/event-stream', 'request-id': 'r' })
    response.write('data: 1\n\n')
    response.end('data: 2\n\n')
  })
  const { origin: provider } = await listen(upstream, { finallyDo: onTestFinished })
  const file = join(folder, 'mine.jsonl')
  const { origin } = await listen(recorder(file, new URL(`${provider}/api/`)), { finallyDo: onTestFinished })
  const headers = { 'x-api-key': 'sk-secret' }
  const body = '{"model": "m",  "messages": []}'
  const answer = await fetch(`${origin}/v1/messages?beta=true`, { method: 'POST', headers, body })
  expect([answer.status, answer.headers.get('request-id'), await answer.text()]).toEqual([
    200,
    'r',
    'data: 1\n\ndata: 2\n\n',
  ])
  expect((await fetch(`${origin}/v1/models`, { headers })).status).toBe(404)
  expect(seen).toEqual([`POST /api/v1/messages?beta=true sk-secret ${body}`, 'GET /api/v1/models sk-secret '])
  expect(readFileSync(file, 'utf8')).not.toContain('secret')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readRecording(file)).toMatchObject({ name: 'mine', requests: [{ at: 0, dialect: 'messages', body }] })
})

it('says that the upstream is not there', async () => {
  const { origin, close } = await listen(createServer())
  await close()
  const { origin: between } = await listen(recorder(join(folder, 'other.jsonl'), new URL(origin)), {
    finallyDo: onTestFinished,
  })
  expect((await fetch(`${between}/v1/messages`, { method: 'POST', body: '{}' })).status).toBe(502)
})
