// Runs the JavaScript snippets of the pages unchanged, through the service to a stub provider.

import { beforeAll, expect, it } from 'vitest'
import { afterSuite } from '../../testkit/after-suite.ts'
import { usualText } from '../../testkit/provider/prompt.ts'
import { openProvider } from '../../testkit/provider/server.ts'
import { startService } from '../local/service-process.ts'
import { projectFolder, snippetOf } from './page.ts'
import { type Finished, runProgram } from './run-program.ts'

interface Seen {
  readonly path: string
  readonly headers: string
}

const finallyDo = afterSuite()
const seen: Seen[] = []
let service: Awaited<ReturnType<typeof startService>>
beforeAll(async () => {
  const stub = await openProvider({
    seen: ({ request }) =>
      seen.push({ path: request.url?.split('?')[0] ?? '', headers: JSON.stringify(request.headers) }),
  })
  finallyDo(stub.close)
  const upstreams = ['--upstream-anthropic', stub.origin, '--upstream-openai', `${stub.origin}/v1`]
  service = await startService(['--memory', '--port', '0', ...upstreams], { finallyDo })
})

const pages = [
  { page: 'anthropic-sdk', paths: ['/v1/messages'] },
  { page: 'openai-sdk', paths: ['/v1/chat/completions', '/v1/responses'] },
  { page: 'vercel-ai-sdk', paths: ['/v1/messages', '/v1/responses'] },
  { page: 'langchain', paths: ['/v1/messages', '/v1/chat/completions'] },
]

/** Each reader has a key of its own, so that all can run at once. */
const readersKey = (page: string): string => `sk-reader-of-${page}`

const read = (page: string): Promise<Finished> => {
  const { baseUrl, serviceKey } = service.facts
  const keys = { ANTHROPIC_API_KEY: readersKey(page), OPENAI_API_KEY: readersKey(page) }
  return runProgram({
    command: process.execPath,
    words: ['--input-type=module', '-'],
    environment: { BASE_URL: baseUrl, SERVICE_KEY: serviceKey, ...keys },
    folder: projectFolder,
    input: snippetOf(page, 'js'),
    patienceMilliseconds: 15_000,
  })
}

it('the snippets of the pages work unchanged', async () => {
  const finished = await Promise.all(pages.map(async ({ page }) => [page, await read(page)] as const))

  const answers = pages.map(({ page, paths }) => [
    page,
    { code: 0, out: paths.map(() => usualText).join('\n'), err: '' },
  ])
  expect(finished.map(([page, { out, ...rest }]) => [page, { ...rest, out: out.trim() }])).toEqual(answers)
  const asked = pages.map(({ page }) => ({
    page,
    paths: seen.filter(({ headers }) => headers.includes(readersKey(page))).map(({ path }) => path),
  }))
  expect(asked).toEqual(pages)
  expect(seen.filter(({ headers }) => headers.includes(service.facts.serviceKey))).toEqual([])
})

it('the Vercel AI SDK shows what a refusal says', async () => {
  const { out } = await runProgram({
    command: process.execPath,
    words: ['--input-type=module', '-'],
    environment: { BASE_URL: service.facts.baseUrl, ANTHROPIC_API_KEY: 'sk-reader', OPENAI_API_KEY: 'sk-reader' },
    folder: projectFolder,
    input: `
import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import { generateText } from 'ai'
const anthropic = createAnthropic({ baseURL: process.env.BASE_URL + '/anthropic/v1' })
const openai = createOpenAI({ baseURL: process.env.BASE_URL + '/openai/v1' })
for (const model of [anthropic('claude-haiku-4-5'), openai('gpt-5.4-mini')])
  await generateText({ model, prompt: 'Say hello.' }).catch((error) => console.log(error.message))`,
    patienceMilliseconds: 15_000,
  })
  expect(out).toMatch(/^(Send your service API key in the X-Service-Auth-Token header\..*\n){2}$/)
})
