// The container's program: many streams in one process, what an orchestrator and a monitoring ask of it, and its end.

import { createServer } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { afterSuite } from '../../testkit/after-suite.ts'
import { listen } from '../../testkit/listen.ts'
import { instruct } from '../../testkit/provider/instruction.ts'
import { type RunningContainer, startContainer } from './running-container.ts'

const finallyDo = afterSuite()
const told: { path: string; auth: string; document: string }[] = []
let container: RunningContainer

beforeAll(async () => {
  const collector = createServer(async (request, response) => {
    let document = ''
    for await (const chunk of request) document += String(chunk)
    told.push({ path: request.url ?? '', auth: String(request.headers['x-token']), document })
    response.end('{}')
  })
  const { origin } = await listen(collector, { finallyDo })
  container = await startContainer(finallyDo, {
    OTEL_EXPORTER_OTLP_ENDPOINT: origin,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-token=abc%20d',
  })
}, 60_000)

const body = {
  model: 'claude-sonnet-4-5',
  stream: true,
  max_tokens: 100,
  messages: [{ role: 'user', content: 'Hello' }],
}
const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  for (let waited = 0; !(await holds()); waited += 50) {
    if (waited > 10_000) throw new Error('It did not happen.')
    await wait(50)
  }
}

describe('the container’s program', () => {
  it('lives, and is ready once the tables have answered', async () => {
    await until(async () => (await container.get('/readyz')).status === 200)
    const healthy = await container.get('/healthz')

    expect([healthy.status, await healthy.text()]).toEqual([200, 'ok\n'])
    expect(healthy.headers.get('cache-control')).toBe('no-store')
    // Longer than the load balancer, which keeps it as long as the longest exchange.
    expect(healthy.headers.get('keep-alive')).toBe('timeout=930')
  })

  it('streams many answers at once, with a receipt for each', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        container.post('/provider-a/v1/messages', body, instruct('stream', 5, 20)).then((answer) => answer.text()),
      ),
    )

    for (const text of answers) expect(text).toContain('message_stop')
    // A receipt is written once the client has its last byte.
    await until(async () => (await container.receipts()).filter(({ route }) => route === 'messages').length === 50)
  })

  it('shortens text with the engines beside it', async () => {
    const content = 'The committee has decided that it will be meeting again in the month of March. '.repeat(30)
    const answer = await container.post('/v1/compress', { model: 'helene-1', messages: [{ role: 'user', content }] })
    const { messages }: { messages: { content: string }[] } = JSON.parse(await answer.text())

    expect(answer.status).toBe(200)
    expect(messages[0]?.content.length).toBeLessThan(content.length)
  })

  it('tells Prometheus on a port of its own what it has done, and callers nothing of it', async () => {
    const page = async (): Promise<string> => (await fetch(container.metricsUrl)).text()
    await until(async () => (await page()).includes('context_compaction_requests_total 51'))
    const text = await page()

    expect(text).toMatch(/^context_compaction_requests_total 51$/m)
    expect(text).toMatch(/^context_compaction_added_milliseconds_count 51$/m)
    expect(text).toMatch(/^context_compaction_open_streams [01]$/m)
    expect(text).not.toContain('claude')
    expect((await container.get('/metrics')).status).toBe(404)
  })

  it('tells a collector metrics and traces, with the header that it wants, and no text', () => {
    const paths = new Set(told.map(({ path }) => path))
    const all = told.map(({ document }) => document).join('')

    expect([...paths].sort()).toEqual(['/v1/metrics', '/v1/traces'])
    expect(told.every(({ auth }) => auth === 'abc d')).toBe(true)
    expect(all).toContain('"context-compaction.requests"')
    expect(all).toContain('"authenticate"')
    expect(all).not.toMatch(/committee|Hello|ak_/)
  })

  it('takes no more after SIGTERM, lets running streams end, and ends with 0', async () => {
    const answer = await container.post('/provider-a/v1/messages', body, instruct('stream', 20, 100))
    const reading = answer.text()
    container.process.kill('SIGTERM')

    await until(async () => (await container.get('/readyz')).status === 503)
    await until(() =>
      container.get('/healthz').then(
        () => false,
        () => true,
      ),
    )
    expect(await reading).toContain('message_stop')
    expect(await container.ended).toBe(0)
    expect((await container.receipts()).filter(({ route }) => route === 'messages')).toHaveLength(51)
    expect(container.lines.some((line) => line.includes('"OpenStreams":0'))).toBe(true)
  }, 20_000)

  it('goes on when nobody reads its lines any more', async () => {
    const unread = await startContainer(finallyDo, { LINES_INTERVAL_MS: '0' })
    const ask = () => unread.post('/provider-a/v1/messages', body, instruct('stream', 20, 30))
    const answer = await ask()
    unread.process.stdout?.destroy()
    await (await ask()).text()

    expect(await answer.text()).toContain('message_stop')
    expect(await (await ask()).text()).toContain('message_stop')
    await until(async () => (await unread.receipts()).length === 3)
  }, 30_000)
})
