// Runs the clients that are programs of their own as their pages say: they print an answer, the provider gets what it needs
// and no service key, and the result of a tool arrives shortened.

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { usualText } from '../../testkit/provider/prompt.ts'
import type { Check } from '../../verify/check.ts'
import { expect } from '../../verify/outcome.ts'
import { judgeSeen, means, runClient, variables } from './client-run.ts'
import { codingAgents, opencodeProgram, pythonWithLiteLlm, pythonWithSdks } from './installed-clients.ts'
import { snippetOf, snippetsOf } from './page.ts'
import type { ServiceForClients } from './service-for-clients.ts'

/** Checks that a tool was called, and that its output arrived shortened. */
const judgeToolResult = ({ seen }: ServiceForClients, printed: RegExp, wanted: string): string => {
  const result = seen.map(({ body }) => printed.exec(body)?.[0]).find((found) => found !== undefined)
  expect(result !== undefined, 'no result of a tool arrived')
  expect(result === wanted, `the result arrived as ${result}`)
  return `a tool loop; its result arrived as ${result}`
}

const liteLlm: Check<ServiceForClients> = {
  name: 'docs/clients/litellm.md: the library',
  means,
  async run(service) {
    const command = await pythonWithLiteLlm()
    const folder = await service.folder()
    const environment = { ...variables(service, folder), LITELLM_LOCAL_MODEL_COST_MAP: 'True' }
    service.seen.length = 0
    const { out } = await runClient({ command, words: ['-'], environment, folder, input: snippetOf('litellm', 'py') })
    expect(out === `${usualText}\n${usualText}\n`, out)
    judgeSeen(service, ['/v1/messages', '/v1/chat/completions'])
    return 'both models answered, one of them streamed'
  },
}

/** What LiteLLM's proxy does with its configuration, without its server. */
const routerProgram = `import sys, yaml, litellm
router = litellm.Router(model_list=yaml.safe_load(sys.argv[1])["model_list"], num_retries=0)
for name in ("claude", "gpt"):
    answer = router.completion(model=name, messages=[{"role": "user", "content": "Say hello."}])
    print(answer.choices[0].message.content)
`

const liteLlmRouter: Check<ServiceForClients> = {
  name: 'docs/clients/litellm.md: the configuration',
  means,
  async run(service) {
    const command = await pythonWithLiteLlm()
    const folder = await service.folder()
    const configuration = snippetOf('litellm', 'yaml')
      .replaceAll('BASE_URL', service.facts.baseUrl)
      .replaceAll('SERVICE_KEY', service.facts.serviceKey)
    const environment = { ...variables(service, folder), LITELLM_LOCAL_MODEL_COST_MAP: 'True' }
    service.seen.length = 0
    const { out } = await runClient({ command, words: ['-', configuration], environment, folder, input: routerProgram })
    expect(out === `${usualText}\n${usualText}\n`, out)
    judgeSeen(service, ['/v1/messages', '/v1/chat/completions'])
    return 'both entries answered'
  },
}

const claudeCode: Check<ServiceForClients> = {
  name: 'docs/clients/claude-code.md',
  means,
  async run(service) {
    const programs = await codingAgents()
    const folder = await service.folder()
    // The page's command ends with the program; the words after it are what a person would type.
    const script = snippetOf('claude-code', 'sh').replace(/^claude$/m, 'claude "$@"')
    service.seen.length = 0
    const { out } = await runClient({
      command: '/bin/sh',
      words: [
        '-c',
        script,
        'sh',
        '-p',
        'Print the JSON.',
        '--model',
        'claude-sonnet-5',
        '--dangerously-skip-permissions',
      ],
      environment: {
        ...variables(service, folder),
        PATH: `${programs}:${process.env.PATH ?? ''}`,
        CLAUDE_CONFIG_DIR: join(folder, '.claude'),
        IS_SANDBOX: '1',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        DISABLE_TELEMETRY: '1',
        DISABLE_ERROR_REPORTING: '1',
        DISABLE_AUTOUPDATER: '1',
      },
      folder,
    })
    expect(out.trim() === usualText, out.trim())
    judgeSeen(service, ['/v1/messages'])
    return judgeToolResult(service, /\{[^{}]{0,40}\\"answer\\":[^}]*\}/, String.raw`{\"answer\":[1,2,3]}`)
  },
}

const codex = (name: string, more: string): Check<ServiceForClients> => ({
  name: `docs/clients/codex.md${name}`,
  means,
  async run(service) {
    const programs = await codingAgents()
    const folder = await service.folder()
    const home = join(folder, '.codex')
    const page = snippetOf('codex', 'toml').replace('BASE_URL', service.facts.baseUrl)
    await mkdir(home)
    await writeFile(join(home, 'config.toml'), `check_for_update_on_startup = false\n${page}${more}`)
    service.seen.length = 0
    const started = performance.now()
    const { out } = await runClient({
      command: join(programs, 'codex'),
      words: ['exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', 'Print the JSON.'],
      environment: { ...variables(service, folder), CODEX_HOME: home },
      folder,
    })
    expect(out.trim().endsWith(usualText), out.trim().slice(-200))
    judgeSeen(service, ['/v1/responses'])
    const took = ((performance.now() - started) / 1_000).toFixed(1)
    return `${judgeToolResult(service, /(?:\\u001b\[31m)?vermilion 1(?:\\u001b\[39m)?(?=\\n)/, 'vermilion 1')}, ${took} s`
  },
})

/** The packages of Python in the order of their snippets, and where each asks. */
const pythonPackages = [
  { name: 'anthropic', paths: ['/v1/messages'], lines: 1 },
  { name: 'openai', paths: ['/v1/chat/completions', '/v1/responses'], lines: 2 },
  { name: 'LangChain', paths: ['/v1/messages', '/v1/chat/completions'], lines: 2 },
] as const

const python = ({ name, paths, lines }: (typeof pythonPackages)[number], index: number): Check<ServiceForClients> => ({
  name: `docs/clients/python.md: ${name}`,
  means,
  async run(service) {
    const command = await pythonWithSdks()
    const folder = await service.folder()
    const input = snippetsOf('python', 'py')[index] ?? ''
    service.seen.length = 0
    const { out } = await runClient({ command, words: ['-'], environment: variables(service, folder), folder, input })
    expect(out === `${usualText}\n`.repeat(lines), out)
    judgeSeen(service, paths)
    return `asked at ${paths.join(' and ')}`
  },
})

const opencode: Check<ServiceForClients> = {
  name: 'docs/clients/opencode.md',
  means,
  async run(service) {
    const command = await opencodeProgram()
    const folder = await service.folder()
    await writeFile(join(folder, 'opencode.json'), snippetOf('opencode', 'json'))
    service.seen.length = 0
    const { out } = await runClient({
      command,
      words: ['run', '--model', 'anthropic/claude-sonnet-4-6', 'Print the JSON.'],
      environment: {
        ...variables(service, folder),
        PATH: process.env.PATH ?? '',
        OPENCODE_DISABLE_AUTOUPDATE: 'true',
        OPENCODE_DISABLE_MODELS_FETCH: 'true',
        OPENCODE_DISABLE_LSP_DOWNLOAD: 'true',
        OPENCODE_DISABLE_DEFAULT_PLUGINS: 'true',
      },
      folder,
    })
    expect(out.includes(usualText), out.trim().slice(-200))
    judgeSeen(service, ['/v1/messages'])
    return 'an answer, asked at /v1/messages'
  },
}

export const clientChecks: readonly Check<ServiceForClients>[] = [
  ...pythonPackages.map(python),
  liteLlm,
  liteLlmRouter,
  claudeCode,
  opencode,
  codex('', ''),
  codex(': with WebSockets', 'supports_websockets = true\n'),
]
