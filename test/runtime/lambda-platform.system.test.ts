// Tests the function URL of these tests itself, with small functions that do what fails on the platform.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { localAws } from '../../adapters/embedded/local-aws.ts'
import { bundleFile } from '../../lib/bundles/bundling.ts'
import { afterSuite } from '../../testkit/after-suite.ts'
import { listen } from '../../testkit/listen.ts'
import { type LambdaFunction, startFunction } from './lambda-function.ts'
import { type FunctionUrlsUnderTest, functionUrlsOver } from './lambda-platform.ts'

const code = `const { from } = awslambda.HttpResponseStream
const open = (stream, headers = {}) => from(stream, { statusCode: 201, headers })
const ways = {
  '/whole': (stream) => { const opened = open(stream, { date: 'then' }); opened.write(''); opened.end('body') },
  '/remapped': (stream) => { const opened = open(stream, { 'x-amzn-remapped-date': 'x' }); opened.write('x'); opened.end() },
  '/encoded': (stream) => { const opened = open(stream, { 'content-encoding': 'gzip' }); opened.write('x'); opened.end() },
  '/prelude-lost': (stream) => open(stream).end('body'),
  '/nothing-written': (stream) => open(stream).end(),
  '/throws': () => { throw new TypeError('at once') },
  '/throws-late': (stream) => { open(stream).write('some'); throw new TypeError('late') },
  '/second-status': (stream) => { open(stream).write('first'); from(stream, { statusCode: 500 }).end('second') },
  '/never': () => new Promise(() => setInterval(() => {}, 1000)),
  '/never-after-some': (stream) => { open(stream).write('some'); return new Promise(() => setInterval(() => {}, 1000)) },
  '/dies': () => process.exit(1),
}
export const handler = awslambda.streamifyResponse(async (event, stream) => ways[event.rawPath](stream))
`

const finallyDo = afterSuite()
let lambda: LambdaFunction
let urls: FunctionUrlsUnderTest
let origin = ''
beforeAll(async () => {
  const taskRoot = mkdtempSync(join(tmpdir(), 'function-'))
  finallyDo(() => rmSync(taskRoot, { recursive: true, force: true }))
  writeFileSync(join(taskRoot, bundleFile), code)
  lambda = await startFunction({ name: 'ways', taskRoot, variables: { AWS_REGION: localAws.region } })
  finallyDo(lambda.stop)
  urls = functionUrlsOver(new Map([['pass-through', lambda]]))
  origin = (await listen(urls.server, { finallyDo })).origin
})

it('passes status, headers and body, and renames the platform’s own headers', async () => {
  const response = await fetch(`${origin}/whole`)
  expect([response.status, await response.text()]).toEqual([201, 'body'])
  expect(response.headers.get('x-amzn-remapped-date')).toBe('then')
})

it.each([
  ['/remapped', 500],
  ['/encoded', 502],
  ['/prelude-lost', 502],
  ['/nothing-written', 502],
  ['/throws', 502],
  ['/dies', 502],
])('answers %s with %i', async (path, status) => {
  const response = await fetch(origin + path)
  await response.arrayBuffer()
  expect(response.status).toBe(status)
})

it('cannot change the status after the first byte', async () => {
  const response = await fetch(`${origin}/second-status`)
  expect(response.status).toBe(201)
})

it('breaks the connection if a function fails after its first byte', async () => {
  const response = await fetch(`${origin}/throws-late`)
  expect(response.status).toBe(201)
  await expect(response.text()).rejects.toThrow()
})

it('ends a function that exceeds its time, and goes on with a new environment', async () => {
  const [before] = lambda.environments
  // Long enough for a new environment to begin its answer on a busy machine.
  urls.patience = 1_500
  expect((await fetch(`${origin}/never`)).status).toBe(502)
  const response = await fetch(`${origin}/never-after-some`)
  expect(response.status).toBe(201)
  await expect(response.text()).rejects.toThrow()
  urls.patience = 900_000
  expect((await fetch(`${origin}/whole`)).status).toBe(201)
  expect(lambda.environments).toHaveLength(1)
  expect(lambda.environments[0]?.process.pid).not.toBe(before?.process.pid)
})
