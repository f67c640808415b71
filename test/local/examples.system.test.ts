// What the service offers to paste works as it is printed.

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

/** The command of the welcome that has these words, with a key in place of the reader's own. */
const commandWith = (words: string): string => {
  const commands = welcome(service.facts, undefined).replaceAll('\\\n', ' ').split('\n')
  const command = commands.find((line) => line.includes(words))
  if (command === undefined) throw new Error(`The welcome has no command with ${words}.`)
  return command.replace('=… ', '=sk-mine ').replace(/\$\w+_KEY/, 'sk-mine')
}

/** Pastes it in the folder of the project. */
const paste = async (words: string): Promise<{ code: number; out: string; err: string }> => {
  const options = { cwd: root, env: { PATH: process.env.PATH } }
  const shell = spawn('/bin/sh', ['-c', commandWith(words)], { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, err, [code]] = await Promise.all([text(shell.stdout), text(shell.stderr), once(shell, 'close')])
  return { code, out, err }
}

/** Sends what a line for curl would, where there may be no curl. */
const sendAsCurl = (words: string): Promise<Response> => {
  const line = commandWith(words)
  const headers = [...line.matchAll(/-H ['"]([^:]+): ([^'"]+)['"]/g)].map(([, name = '', value = '']) => [name, value])
  const file = /--data-binary @(\S+)/.exec(line)?.[1]
  const body = file === undefined ? /-d '([^']+)'/.exec(line)?.[1] : readFileSync(join(root, file))
  const url = /http:\S+/.exec(line)?.[0] ?? ''
  return fetch(url, { method: 'POST', headers: Object.fromEntries(headers), body: body ?? '' })
}

describe('pasted', () => {
  it('the transcript is compressed, message by message', async () => {
    const { code, out, err } = await paste('examples/compress.mjs')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/^system +\d+ → +\d+ characters/)
    expect(out).toMatch(/^adeline-1 +\d+ → +\d+ characters +− *50 %$/m)
  })

  it('the transcript is compressed by curl', async () => {
    const response = await sendAsCurl('@examples/transcript.json')
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ model: 'adeline-1', messages: { length: 8 } })
  })

  it.each([['examples/anthropic-sdk.mjs'], ['examples/openai-sdk.mjs']])('%s streams an answer', async (example) => {
    const { code, out, err } = await paste(example)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain(steps[1]?.says)
    expect(out).toMatch(/\d+ input tokens, \d+ output tokens/)
    // The result that the example sends is pretty-printed; what arrives is not.
    expect(provider.lastBody()).toContain(String.raw`{\"machines\":[{\"name\":\"ams-1\"`)
  })

  it.each([['/anthropic/v1/messages'], ['/openai/v1/chat/completions']])('curl is answered from %s', async (path) => {
    const response = await sendAsCurl(path)
    expect(response.status).toBe(200)
    expect(await response.text()).toContain(steps[0]?.says)
  })
})
