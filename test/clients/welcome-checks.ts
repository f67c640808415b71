// Pastes the lines for coding agents that `npm start` prints into a shell: the agents go through the service.

import { join } from 'node:path'
import { welcome } from '../../local/welcome.ts'
import { usualText } from '../../testkit/provider/prompt.ts'
import type { Check } from '../../verify/check.ts'
import { expect } from '../../verify/outcome.ts'
import { judgeReceipts, judgeSeen, readersKey, runClient } from './client-run.ts'
import { codingAgents } from './installed-clients.ts'
import type { ServiceForClients } from './service-for-clients.ts'

interface Printed {
  readonly agent: 'Claude Code' | 'Codex'
  /** What a person would type instead of a conversation, behind the printed lines. */
  readonly words: readonly string[]
  readonly path: string
  readonly route: string
}

/** The two exports, and the lines below the heading of an agent, as they are printed. */
const pasted = ({ facts }: ServiceForClients, agent: Printed['agent']): string => {
  const text = welcome(facts, { data: undefined })
  const exports = text.match(/^ *export .*$/gm) ?? []
  const [, lines] = new RegExp(`^Use it from ${agent}\\b.*:\\n\\n((?:.+\\n)+)`, 'm').exec(text) ?? []
  expect(exports.length === 2 && lines !== undefined, `no lines for ${agent} are printed`)
  return `${exports.join('\n')}\n${(lines ?? '').trimEnd()}`
}

const checkOf = ({ agent, words, path, route }: Printed): Check<ServiceForClients> => ({
  name: `npm start: ${agent}`,
  means: 'the printed lines work as they are pasted',
  async run(service) {
    const programs = await codingAgents()
    const folder = await service.folder()
    service.seen.length = 0
    service.receipts.length = 0
    const { out } = await runClient({
      command: '/bin/sh',
      words: ['-c', `${pasted(service, agent)} "$@"`, 'sh', ...words],
      environment: {
        HOME: folder,
        PATH: `${programs}:${process.env.PATH ?? ''}`,
        CLAUDE_CONFIG_DIR: join(folder, '.claude'),
        ANTHROPIC_API_KEY: readersKey,
        OPENAI_API_KEY: readersKey,
        IS_SANDBOX: '1',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        DISABLE_AUTOUPDATER: '1',
      },
      folder,
    })
    expect(out.trim().endsWith(usualText), out.trim().slice(-200))
    judgeSeen(service, [path])
    return await judgeReceipts(service, { path, route })
  },
})

export const welcomeChecks: readonly Check<ServiceForClients>[] = [
  {
    agent: 'Claude Code',
    words: ['-p', 'Print the JSON.', '--model', 'claude-sonnet-5', '--dangerously-skip-permissions'],
    path: '/v1/messages',
    route: 'messages',
  } as const,
  {
    agent: 'Codex',
    words: ['exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', 'Print the JSON.'],
    path: '/v1/responses',
    route: 'responses',
  } as const,
].map(checkOf)
