// Runs the agents of docs/clients/other-agents.md that npm and PyPI have, with the files of the page: an answer arrives, the
// provider gets no service key, and a receipt is written.

import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { usualText } from '../../testkit/provider/prompt.ts'
import type { Check } from '../../verify/check.ts'
import { expect } from '../../verify/outcome.ts'
import { judgeReceipts, judgeSeen, means, readersKey, runClient, variables } from './client-run.ts'
import { aiderPrograms, clineProgram, continueProgram, gooseProgram, kiloProgram } from './installed-clients.ts'
import { snippetOf, snippetsOf } from './page.ts'
import type { Program } from './run-program.ts'
import type { ServiceForClients } from './service-for-clients.ts'

type Words = Pick<Program, 'command' | 'words'> & { readonly environment?: Readonly<Record<string, string>> }

interface Agent {
  readonly name: string
  /** Installs it. Throws `Skipped` where it cannot be installed. */
  readonly program: () => Promise<string>
  /** Where a file of the page goes, below the home, and its text as on the page. */
  readonly file: readonly [path: string, text: () => string]
  readonly start: (program: string, filled: (text: string) => string) => Words
  readonly path: string
  readonly route: string
}

const page = 'other-agents'

/** What a reader puts in the place of each name of the page. */
const filledFor =
  ({ facts: { baseUrl, serviceKey } }: ServiceForClients) =>
  (text: string): string =>
    text
      .replaceAll('BASE/', `${baseUrl}/`)
      .replaceAll('SERVICE_KEY', serviceKey)
      .replaceAll('YOUR_ANTHROPIC_KEY', readersKey)

const agents: readonly Agent[] = [
  {
    name: 'Cline',
    program: clineProgram,
    file: ['.cline/data/settings/providers.json', () => snippetOf(page, 'json')],
    // In its usual mode it leaves a process behind that serves later runs.
    start: (command) => ({
      command,
      words: ['--json', 'Say hello.'],
      environment: { CLINE_SESSION_BACKEND_MODE: 'local', CLINE_NO_AUTO_UPDATE: '1' },
    }),
    path: '/v1/messages',
    route: 'messages',
  },
  {
    name: 'Continue',
    program: continueProgram,
    file: ['config.yaml', () => snippetOf(page, 'yaml')],
    start: (command) => ({
      command,
      words: ['-p', 'Say hello.', '--config', 'config.yaml'],
      environment: { CONTINUE_TELEMETRY_ENABLED: '0' },
    }),
    path: '/v1/messages',
    route: 'messages',
  },
  {
    name: 'Goose',
    program: gooseProgram,
    file: ['.config/goose/custom_providers/compacted.json', () => snippetsOf(page, 'json')[1] ?? ''],
    start: (command) => ({
      command,
      words: ['run', '--no-session', '--text', 'Say hello.'],
      environment: {
        GOOSE_PROVIDER: 'compacted',
        GOOSE_MODEL: 'claude-sonnet-4-6',
        GOOSE_DISABLE_KEYRING: '1',
        GOOSE_TELEMETRY_ENABLED: 'false',
      },
    }),
    path: '/v1/messages',
    route: 'messages',
  },
  {
    name: 'Kilo Code',
    program: kiloProgram,
    file: ['kilo.json', () => snippetsOf(page, 'json')[4] ?? ''],
    start: (command) => ({
      command,
      words: ['run', '--model', 'anthropic/claude-sonnet-4-6', 'Say hello.'],
      environment: {
        PATH: process.env.PATH ?? '',
        KILO_DISABLE_AUTOUPDATE: 'true',
        KILO_DISABLE_MODELS_FETCH: 'true',
        KILO_TELEMETRY_LEVEL: 'off',
      },
    }),
    path: '/v1/messages',
    route: 'messages',
  },
  {
    name: 'aider',
    program: aiderPrograms,
    file: ['.aider.model.settings.yml', () => snippetsOf(page, 'yaml')[1] ?? ''],
    start: (programs, filled) => ({
      command: '/bin/sh',
      words: [
        '-c',
        `${filled(snippetOf(page, 'sh')).trim()} "$@"`,
        'sh',
        ...['--message', 'Say hello.', '--no-git', '--no-check-update', '--no-show-model-warnings'],
        ...['--analytics-disable', '--no-pretty', '--yes-always'],
      ],
      environment: { PATH: `${programs}:${process.env.PATH ?? ''}`, LITELLM_LOCAL_MODEL_COST_MAP: 'True' },
    }),
    path: '/v1/chat/completions',
    route: 'chat-completions',
  },
]

const checkOf = ({ name, program, file, start, path, route }: Agent): Check<ServiceForClients> => ({
  name: `docs/clients/${page}.md: ${name}`,
  means,
  async run(service) {
    const installed = await program()
    const folder = await service.folder()
    const filled = filledFor(service)
    const [place, text] = file
    await mkdir(dirname(join(folder, place)), { recursive: true })
    await writeFile(join(folder, place), filled(text()))
    const { command, words, environment = {} } = start(installed, filled)
    service.seen.length = 0
    service.receipts.length = 0
    const { out } = await runClient({
      command,
      words,
      environment: { ...variables(service, folder), ...environment },
      folder,
    })
    expect(out.includes(usualText), out.trim().slice(-200))
    judgeSeen(service, [path])
    return await judgeReceipts(service, { path, route })
  },
})

export const otherAgentChecks: readonly Check<ServiceForClients>[] = agents.map(checkOf)
