// The commands that the service prints to paste work as printed.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { type DemoProvider, openDemoProvider } from '../../local/demo/provider.ts'
import { steps } from '../../local/demo/session.ts'
import { welcome } from '../../local/welcome.ts'
import { afterSuite } from '../../testkit/after-suite.ts'
import { startService } from './service-process.ts'

const root = join(import.meta.dirname, '..', '..')

const finallyDo = afterSuite()
let service: Awaited<ReturnType<typeof startService>>
let provider: DemoProvider
beforeAll(async () => {
  provider = await openDemoProvider()
  finallyDo(provider.close)
  const upstreams = ['--upstream-anthropic', provider.origin, '--upstream-openai', `${provider.origin}/v1`]
  service = await startService(['--memory', '--port', '0', ...upstreams], { finallyDo })
})

/** Below the ports that systems hand out, and above those of services. */
const nobody = 'http://127.0.0.1:31999'

const printed = (): string => welcome(service.facts, { data: undefined })

/** The lines of the welcome, those that a shell would continue joined. */
const lines = (): string[] =>
  printed()
    .replaceAll('\\\n', '')
    .replaceAll(/'[^']*'/g, (quoted) => quoted.replaceAll('\n', ' '))
    .split('\n')

/** The variables of a reader who has pasted the exports and has provider keys. */
const variables = (): Record<string, string> => ({
  ...Object.fromEntries(
    lines().flatMap((line) => {
      const [, name = '', value = ''] = /^ {2}export (\w+)=(\S+)$/.exec(line) ?? []
      return name === '' ? [] : [[name, value]]
    }),
  ),
  ANTHROPIC_API_KEY: 'sk-mine',
  OPENAI_API_KEY: 'sk-mine',
})

/** The command of the welcome that has these words. */
const commandWith = (words: string): string => {
  const command = lines().find((line) => line.includes(words))
  if (command === undefined) throw new Error(`The welcome has no command with ${words}.`)
  return command
}

/** Pastes the command in the folder of the project. */
const paste = async (
  words: string,
  changes: Readonly<Record<string, string>> = {},
): Promise<{ code: number; out: string; err: string }> => {
  const options = { cwd: root, env: { PATH: process.env.PATH, ...variables(), ...changes } }
  const shell = spawn('/bin/sh', ['-c', commandWith(words)], { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, err, [code]] = await Promise.all([text(shell.stdout), text(shell.stderr), once(shell, 'close')])
  return { code, out, err }
}

/** Sends what a curl command would send, on machines that may have no curl. */
const sendAsCurl = (words: string): Promise<Response> => {
  const line = commandWith(words).replace(/\$(\w+)/g, (_, name: string) => variables()[name] ?? '')
  const headers = [...line.matchAll(/-H ['"]([^:]+): ([^'"]+)['"]/g)].map(([, name = '', value = '']) => [name, value])
  const file = /--data-binary @(\S+)/.exec(line)?.[1]
  const body = file === undefined ? /-d '([^']+)'/.exec(line)?.[1] : readFileSync(join(root, file))
  const url = /http:\S+/.exec(line)?.[0] ?? ''
  return fetch(url, { method: 'POST', headers: Object.fromEntries(headers), body: body ?? '' })
}

it('the welcome fits a terminal of 80 columns', () => {
  expect(
    printed()
      .split('\n')
      .filter((line) => line.length > 80),
  ).toEqual([])
})

describe('a pasted command', () => {
  it('shows the ledger', async () => {
    const { code, out, err } = await paste('npm run -s operator -- ledger')
    expect([code, err]).toEqual([0, expect.stringMatching(/^\(on http:.*\)\n$/)])
    expect(out).not.toBe('')
  })

  it('compresses the transcript, message by message', async () => {
    const { code, out, err } = await paste('examples/compress.mjs')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/^system +\d+ → +\d+ characters/)
    expect(out).toMatch(/^adeline-1 +\d+ → +\d+ characters +−50 %$/m)
    expect(out).toContain('⟦')
  })

  it('compresses the transcript with curl', async () => {
    const response = await sendAsCurl('@examples/transcript.json')
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ model: 'adeline-1', messages: { length: 8 } })
  })

  it.each([['examples/anthropic-sdk.mjs'], ['examples/openai-sdk.mjs']])(
    'streams an answer with %s',
    async (example) => {
      const { code, out, err } = await paste(example)
      expect({ code, err }).toEqual({ code: 0, err: '' })
      expect(out).toContain(steps[1]?.says)
      expect(out).toMatch(/\d+ input tokens, \d+ output tokens/)
      // The example sends pretty-printed JSON; it arrives without the blanks.
      expect(provider.lastBody()).toContain(String.raw`{\"machines\":[{\"name\":\"ams-1\"`)
    },
  )

  it.each([
    [{ SERVICE_KEY: 'ak_no' }, '401: The X-Service-Auth-Token header is not a service API key'],
    [{ BASE_URL: nobody }, `Nobody answers at ${nobody}. Start the service with \`npm start\``],
    [{ BASE_URL: '' }, 'Set BASE_URL and SERVICE_KEY to what `npm start` prints.'],
  ])('of an example says in words what is wrong with %j', async (wrong, words) => {
    for (const example of ['compress', 'anthropic-sdk', 'openai-sdk']) {
      const { code, err } = await paste(`examples/${example}.mjs`, wrong)
      expect([example, code, err]).toEqual([example, 1, expect.stringContaining(words)])
      expect(err.trim().split('\n')).toHaveLength(1)
    }
  })

  it.each([['/anthropic/v1/messages'], ['/openai/v1/chat/completions']])(
    'gets an answer with curl from %s',
    async (path) => {
      const response = await sendAsCurl(path)
      expect(response.status).toBe(200)
      expect(await response.text()).toContain(steps[0]?.says)
    },
  )
})
