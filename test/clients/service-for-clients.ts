// A local service with a stub provider that records what reaches it and calls a tool of a coding agent.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import type { LocalServiceFacts } from '../../local/service.ts'
import type { Said } from '../../testkit/provider/answers/said.ts'
import { answersTool, type Prompt, usualWords } from '../../testkit/provider/prompt.ts'
import type { ProviderOptions } from '../../testkit/provider/server.ts'
import { openServiceOverStub } from '../../verify/local-service.ts'

export interface SeenRequest {
  readonly method: string
  readonly path: string
  readonly headers: string
  readonly body: string
}

export type SeenReceipt = z.infer<typeof exchangeLine>['receipt']

export interface ServiceForClients {
  readonly facts: LocalServiceFacts
  /** The requests that reached the provider, in order. The reader empties it. */
  readonly seen: SeenRequest[]
  /** What the receipts say, in order. The reader empties it. */
  readonly receipts: SeenReceipt[]
  /** An empty folder: home and working directory of a client. */
  readonly folder: () => Promise<string>
}

/** A line of the functions' log that has a receipt. */
const exchangeLine = z.object({
  message: z.literal('exchange'),
  receipt: z.object({ route: z.string(), status: z.number(), outcome: z.string() }),
})

/** Prints JSON as tools do, with blanks that the model does not need, and words in red: enough of them to be worth a change. */
const printsJson = 'node -e "console.log(JSON.stringify({answer:[1,2,3]},null,4))"'
const redWords = Array.from({ length: 240 }, (_, index) => index + 1)
const printsRed = String.raw`printf '\033[31mvermilion %s\033[39m\n' ${redWords.join(' ')}`

/** The agents' tools that run a command, with the input of each. */
const shellCalls: Readonly<Record<string, object>> = {
  Bash: { command: printsJson, description: 'prints JSON' },
  exec_command: { cmd: printsRed },
  shell_command: { command: printsRed },
  shell: { command: ['/bin/sh', '-c', printsRed] },
}

const named = z.array(z.looseObject({ name: z.string().default('') }))

export const callShell = (prompt: Prompt): Said => {
  const name = named.parse(prompt.tools).find(({ name }) => name in shellCalls)?.name
  const input = name === undefined ? undefined : shellCalls[name]
  return name === undefined || input === undefined || answersTool(prompt)
    ? { words: usualWords }
    : { words: [], call: { name, input } }
}

/** Keeps the service open while `use` runs, and leaves nothing behind. */
export const withServiceForClients = async <T>(use: (service: ServiceForClients) => Promise<T>): Promise<T> => {
  await using opened = new AsyncDisposableStack()
  const seen: SeenRequest[] = []
  const receipts: SeenReceipt[] = []
  const noteSeen: ProviderOptions['seen'] = ({ request, body }) =>
    seen.push({
      method: request.method ?? '',
      path: request.url?.split('?')[0] ?? '',
      headers: JSON.stringify(request.headers),
      body: body.toString('utf8'),
    })
  const logged = (line: string): void => {
    const read = exchangeLine.safeParse(JSON.parse(line))
    if (read.success) receipts.push(read.data.receipt)
  }
  const { facts } = await openServiceOverStub(opened, { say: callShell, seen: noteSeen }, { logged })
  const folder = async (): Promise<string> =>
    opened.adopt(await mkdtemp(join(tmpdir(), 'client-')), (made) => rm(made, { recursive: true, force: true }))
  return await use({ facts, seen, receipts, folder })
}
