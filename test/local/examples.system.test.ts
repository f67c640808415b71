// The commands that the service prints work as they are printed.

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

/** The lines of the welcome that a reader pastes first, and the command that has these words. */
const scriptWith = (words: string): string => {
  const commands = welcome(service.facts, undefined).replaceAll('\\\n', ' ').split('\n')
  const command = commands.find((line) => line.includes(words))
  if (command === undefined) throw new Error(`The welcome has no command with ${words}.`)
  return [...commands.filter((line) => line.trim().startsWith('export ')), command].join('\n')
}

const inShell = async (script: string): Promise<{ code: number; out: string; err: string }> => {
  const keys = { ANTHROPIC_API_KEY: 'sk-mine', OPENAI_API_KEY: 'sk-mine' }
  const options = { cwd: root, env: { PATH: process.env.PATH, ...keys } }
  const shell = spawn('/bin/sh', ['-c', script], { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, err, [code]] = await Promise.all([text(shell.stdout), text(shell.stderr), once(shell, 'close')])
  return { code, out, err }
}

/** Runs it in the folder of the project. */
const paste = (words: string) => inShell(scriptWith(words))

/** Sends what curl would send for the words that the shell gives it: a machine may have no curl. */
const sendAsCurl = async (words: string): Promise<Response> => {
  const { out } = await inShell(`curl() { printf '%s\\0' "$@"; }\n${scriptWith(words)}`)
  const given = out.split('\0')
  const after = (option: string): string[] => given.filter((_, at) => given[at - 1] === option)
  const headers = after('-H').map((header): [string, string] => {
    const [name = '', value = ''] = header.split(': ')
    return [name, value]
  })
  const [file] = after('--data-binary')
  const body = file === undefined ? after('-d')[0] : readFileSync(join(root, file.slice(1)))
  const url = given.find((word) => word.startsWith('http:')) ?? ''
  return fetch(url, { method: 'POST', headers, body: body ?? '' })
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
    // The example sends a pretty-printed result; the provider receives it without the whitespace.
    expect(provider.lastBody()).toContain(String.raw`{\"machines\":[{\"name\":\"ams-1\"`)
  })

  it.each([['/anthropic/v1/messages'], ['/openai/v1/chat/completions']])('curl is answered from %s', async (path) => {
    const response = await sendAsCurl(path)
    expect(response.status).toBe(200)
    expect(await response.text()).toContain(steps[0]?.says)
  })
})
