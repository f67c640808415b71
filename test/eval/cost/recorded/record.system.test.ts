// What stands between an agent and its provider to keep what the agent sends.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, request as requestOf } from 'node:http'
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

it('passes on what it cannot keep, and says why', async () => {
  const { origin: provider } = await listen(
    createServer((request, response) => void request.resume().on('end', () => response.end('the answer'))),
    { finallyDo: onTestFinished },
  )
  const file = join(folder, 'gone.jsonl')
  const said: string[] = []
  const { origin } = await listen(
    recorder(file, new URL(provider), (line) => said.push(line)),
    { finallyDo: onTestFinished },
  )
  rmSync(file)
  mkdirSync(file)
  const answer = await fetch(`${origin}/v1/messages`, { method: 'POST', body: '{}' })
  expect([answer.status, await answer.text()]).toEqual([200, 'the answer'])
  expect(said).toEqual([`A request to /v1/messages is not in ${file}: it is a folder (EISDIR).\n`])
})

it('keeps no part of a request that does not fit any more, and goes on with those that do', async () => {
  const { origin: provider } = await listen(
    createServer((request, response) => void request.resume().on('end', () => response.end())),
    { finallyDo: onTestFinished },
  )
  const file = join(folder, 'full.jsonl')
  const program = join(import.meta.dirname, '../../../../eval/cost/recorded/record.ts')
  // No file of this process may have more than 64 blocks of 512 bytes.
  const limited = ['-c', 'trap "" XFSZ; ulimit -f 64; exec "$@"', 'sh', process.execPath]
  const started = spawn('sh', [...limited, program, file, provider, '0'], { stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void started.kill())
  const [listening] = await once(started.stdout, 'data')
  const [origin] = /http:\S+/.exec(`${listening}`) ?? []
  const send = async (text: string) => {
    const body = JSON.stringify({ model: 'm', messages: [], text })
    return (await fetch(`${origin}/v1/messages`, { method: 'POST', body })).status
  }
  const said = once(started.stderr, 'data')
  expect([await send('a'), await send('b'.repeat(100_000)), await send('c')]).toEqual([200, 200, 200])
  expect(`${await said}`).toContain(`A request to /v1/messages is not in ${file}: `)
  expect(readRecording(file).requests.map(({ body }) => JSON.parse(body).text)).toEqual(['a', 'c'])
})

it('passes on what asks to go on or to change the protocol, and sends no key elsewhere', async () => {
  const seen: string[] = []
  const upstream = createServer((request, response) => {
    request.resume()
    seen.push(`${request.url} ${request.headers.upgrade} ${request.headers.te}`)
    if (request.url === '/v1/messages') response.writeHead(307, { location: '/elsewhere' })
    response.end()
  })
  const { origin: provider } = await listen(upstream, { finallyDo: onTestFinished })
  const between = recorder(join(folder, 'headers.jsonl'), new URL(provider))
  const { origin } = await listen(between, { finallyDo: onTestFinished })
  const statusOf = async (path: string, headers: Record<string, string>): Promise<number | undefined> => {
    const asked = requestOf(`${origin}${path}`, { method: 'POST', headers }).end('{}')
    const [answer] = await once(asked, 'response')
    answer.resume()
    return answer.statusCode
  }
  expect(await statusOf('/v1/messages', { expect: '100-continue', te: 'trailers' })).toBe(307)
  expect(await statusOf('/v1/responses', { connection: 'upgrade', upgrade: 'websocket' })).toBe(200)
  expect(seen).toEqual(['/v1/messages undefined undefined', '/v1/responses undefined undefined'])
})

it('lets nobody else read a file that is there, and says of one that cannot be written what is the matter', () => {
  const file = join(folder, 'there.jsonl')
  writeFileSync(file, '', { mode: 0o644 })
  recorder(file, new URL('http://127.0.0.1:1'))
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(() => recorder(join(folder, 'none', 'x.jsonl'), new URL('http://127.0.0.1:1'))).toThrow(
    /cannot be written: .+ENOENT/,
  )
})

it('says where it sends on to without what is secret in the address', async () => {
  const program = join(import.meta.dirname, '../../../../eval/cost/recorded/record.ts')
  const words = [join(folder, 'said.jsonl'), 'http://me:sk-secret@127.0.0.1:1/api?key=sk-secret', '0']
  const started = spawn(process.execPath, [program, ...words], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void started.kill())
  const [said] = await once(started.stdout, 'data')
  expect(`${said}`).toMatch(/^http:\/\/127\.0\.0\.1:\d+ sends on to http:\/\/127\.0\.0\.1:1\/api and appends to /)
})
