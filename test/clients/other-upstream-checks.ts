// Runs the clients of docs/clients/other-upstreams.md: the one that works, and those of which the page says that they cannot be
// compacted, with the reason on the wire.

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { usualText } from '../../testkit/provider/prompt.ts'
import type { Check } from '../../verify/check.ts'
import { expect } from '../../verify/outcome.ts'
import { judgeReceipts, judgeSeen, readersKey, runClient, variables } from './client-run.ts'
import { cloudSdks, geminiProgram } from './installed-clients.ts'
import { projectFolder, snippetOf } from './page.ts'
import { runProgram } from './run-program.ts'
import type { SeenRequest, ServiceForClients } from './service-for-clients.ts'

const page = 'docs/clients/other-upstreams.md'

const mantle: Check<ServiceForClients> = {
  name: `${page}: Bedrock's Messages API`,
  means: 'the snippet of the page works; its upstream is the stub',
  async run(service) {
    const folder = await cloudSdks()
    const environment = { ...variables(service, folder), AWS_BEARER_TOKEN_BEDROCK: readersKey }
    service.seen.length = 0
    service.receipts.length = 0
    const { out } = await runClient({
      command: process.execPath,
      words: ['--input-type=module', '-'],
      environment,
      folder,
      input: snippetOf('other-upstreams', 'js').replace(/^.*X-Service-Upstream-Url.*\n/m, ''),
    })
    expect(out.trim() === usualText, out.trim())
    judgeSeen(service, ['/v1/messages'])
    return judgeReceipts(service, { path: '/v1/messages', route: 'messages' })
  },
}

interface Unfit {
  readonly name: string
  /** Where its packages are. Throws `Skipped` where they cannot be installed. */
  readonly folder: () => Promise<string>
  /** Makes `client`, and asks with it. */
  readonly program: string
  /** What shows why it cannot be compacted: in a request that reached the upstream, or in what the client was told. */
  readonly because: RegExp
}

const header = `defaultHeaders: { 'X-Service-Auth-Token': process.env.SERVICE_KEY }, maxRetries: 0`
const asked = `{ model: 'claude-sonnet-4-5', max_tokens: 9, messages: [{ role: 'user', content: 'Say hello.' }] }`

const unfit: readonly Unfit[] = [
  {
    name: 'AzureOpenAI, which puts the deployment into the path and its key into a header of its own',
    folder: async () => projectFolder,
    program: `import { AzureOpenAI } from 'openai'
const client = new AzureOpenAI({ baseURL: process.env.BASE_URL + '/openai', apiKey: 'sk-reader', apiVersion: '2024-10-21', ${header} })
await client.chat.completions.create(${asked})`,
    because: /The upstream key is missing: send it as `Authorization: Bearer <key>`/,
  },
  {
    name: 'AnthropicBedrock, whose requests AWS signs',
    folder: cloudSdks,
    program: `import { AnthropicBedrock } from '@anthropic-ai/bedrock-sdk'
const client = new AnthropicBedrock({ baseURL: process.env.BASE_URL + '/anthropic', awsRegion: 'eu-west-1', awsAccessKey: 'AKIA', awsSecretKey: 'sk-reader', ${header} })
await client.messages.create(${asked})`,
    because: /^POST \/model\/claude-sonnet-4-5\/invoke .*AWS4-HMAC-SHA256 .*SignedHeaders=[^"]*host/,
  },
  {
    name: 'AnthropicVertex, which puts model and method into the path',
    folder: cloudSdks,
    program: `import { AnthropicVertex } from '@anthropic-ai/vertex-sdk'
const authClient = { getRequestHeaders: async () => new Headers({ authorization: 'Bearer sk-reader' }), projectId: 'p' }
const client = new AnthropicVertex({ baseURL: process.env.BASE_URL + '/anthropic/v1', region: 'eu', projectId: 'p', authClient, ${header} })
await client.messages.create(${asked})`,
    because: /^POST \/v1\/projects\/p\/locations\/eu\/publishers\/anthropic\/models\/claude-sonnet-4-5:rawPredict /,
  },
]

const lineOf = ({ method, path, headers }: SeenRequest): string => `${method} ${path} ${headers}`

/** Whether nothing of it was compacted, and why the page says so. */
const judgeUnfit = (service: ServiceForClients, said: string, because: RegExp): string => {
  const lines = [...service.seen.map(lineOf), ...said.split('\n')]
  const shown = lines.find((line) => because.test(line))
  expect(shown !== undefined, lines.join(' | ').slice(0, 400))
  const routes = [...new Set(service.receipts.map(({ route }) => route))]
  expect(
    routes.every((route) => route === 'pass-through'),
    `went by ${routes.join(', ')}`,
  )
  return `cannot be compacted: ${because.exec(shown ?? '')?.[0].slice(0, 60)}`
}

const unfitCheck = ({ name, folder, program, because }: Unfit): Check<ServiceForClients> => ({
  name: `${page}: ${name}`,
  means: 'it cannot be compacted, for the reason on the page',
  async run(service) {
    const place = await folder()
    service.seen.length = 0
    service.receipts.length = 0
    const { out } = await runClient({
      command: process.execPath,
      words: ['--input-type=module', '-'],
      environment: variables(service, place),
      folder: place,
      input: `process.on('uncaughtException', ({ message }) => console.log(message))\n${program}`,
    })
    return judgeUnfit(service, out, because)
  },
})

const gemini: Check<ServiceForClients> = {
  name: 'docs/clients/other-agents.md: Gemini CLI',
  means: 'it cannot be compacted, for the reason on the page',
  async run(service) {
    const command = await geminiProgram()
    const folder = await service.folder()
    const { baseUrl, serviceKey } = service.facts
    service.seen.length = 0
    service.receipts.length = 0
    await mkdir(join(folder, '.gemini'))
    const settings = { security: { auth: { selectedType: 'gemini-api-key' } } }
    await writeFile(join(folder, '.gemini', 'settings.json'), JSON.stringify(settings))
    const environment = {
      ...variables(service, folder),
      PATH: process.env.PATH ?? '',
      GEMINI_API_KEY: readersKey,
      GOOGLE_GEMINI_BASE_URL: `${baseUrl}/anthropic`,
      GEMINI_CLI_CUSTOM_HEADERS: `X-Service-Auth-Token: ${serviceKey}, authorization: Bearer ${readersKey}`,
    }
    // It asks again and again when it does not understand the answer: its first request says enough.
    const words = ['-p', 'Say hello.', '--skip-trust']
    const { out } = await runProgram({ command, words, environment, folder, patienceMilliseconds: 25_000 })
    return judgeUnfit(service, out, /^POST \/v1beta\/models\/[^:]+:\w*[gG]enerateContent /)
  },
}

export const otherUpstreamChecks: readonly Check<ServiceForClients>[] = [mantle, ...unfit.map(unfitCheck), gemini]
