// The snippets of the pages for JavaScript run as they stand there, through the house to a stub of a provider.

import { beforeAll, describe, expect, it } from 'vitest'
import { answerText } from '../../scripts/verify-deployment/stub/provider-answers.ts'
import { openStub } from '../../scripts/verify-deployment/stub/server.ts'
import { afterSuite } from '../fakes/after-suite.ts'
import { startHouse } from '../local/house-process.ts'
import { projectFolder, snippetOf } from './page.ts'
import { runProgram } from './run-program.ts'

interface Seen {
  readonly url: string
  readonly headers: Readonly<Record<string, unknown>>
}

const finallyDo = afterSuite()
const seen: Seen[] = []
let house: Awaited<ReturnType<typeof startHouse>>
beforeAll(async () => {
  const stub = await openStub({
    seen: ({ request }) => seen.push({ url: request.url ?? '', headers: request.headers }),
  })
  finallyDo(stub.close)
  const upstreams = ['--upstream-a', stub.origin, '--upstream-b', `${stub.origin}/v1`]
  house = await startHouse(['--memory', '--port', '0', ...upstreams], { finallyDo })
})

describe.each([
  { page: 'anthropic-sdk', paths: ['/v1/messages'] },
  { page: 'openai-sdk', paths: ['/v1/chat/completions', '/v1/responses'] },
  { page: 'vercel-ai-sdk', paths: ['/v1/messages', '/v1/responses'] },
  { page: 'langchain', paths: ['/v1/messages', '/v1/chat/completions'] },
])('docs/clients: $page', ({ page, paths }) => {
  it('has a snippet that works as it stands', async () => {
    seen.length = 0
    const { baseUrl, serviceKey } = house.facts
    const { code, out, err } = await runProgram({
      command: process.execPath,
      words: ['--input-type=module', '-'],
      environment: {
        BASE_URL: baseUrl,
        SERVICE_KEY: serviceKey,
        ANTHROPIC_API_KEY: 'sk-reader',
        OPENAI_API_KEY: 'sk-reader',
      },
      folder: projectFolder,
      input: snippetOf(page, 'js'),
      patienceMilliseconds: 15_000,
    })

    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out.trim().split('\n')).toEqual(paths.map(() => answerText))
    expect(seen.map(({ url }) => url.split('?')[0])).toEqual(paths)
    for (const { headers } of seen) {
      expect(JSON.stringify(headers)).toContain('sk-reader')
      expect(JSON.stringify(headers)).not.toContain(serviceKey)
    }
  })
})
