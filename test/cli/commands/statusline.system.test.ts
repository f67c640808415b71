// The status line answers at once with what it knows, and asks the service behind it.

import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { keepSignIn } from '../../../cli/service/credentials.ts'
import { compileCache } from '../../../local/process/compile-cache.ts'
import { cliWorld } from '../../../testkit/cli-world.ts'
import { runProgram } from '../../clients/run-program.ts'
import { cliScript } from '../service-for-cli.ts'

const id = '0b0e7f0a-0b0e-4f0a-8b0e-0b0e7f0a0b0e'
const token = `pt_${'a'.repeat(49)}`
let home = ''
let server: Server
const asked: string[] = []

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'line-'))
  const session = {
    exchanges: 3,
    tokensBefore: 1_000_000,
    tokensAfter: 588_000,
    effectiveBefore: 100,
    net: 31,
  }
  server = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers.authorization}`)
    response.end(JSON.stringify(session))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  keepSignIn(
    { ...cliWorld({ home }), home },
    {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      token,
      baseUrl: 'http://127.0.0.1:1',
      account: { id: 'acme', kind: 'organization' },
      person: {},
      device: 'test',
      expiresAt: '2027-01-01T00:00:00.000Z',
    },
  )
})
afterAll(() => {
  server.close()
  rmSync(home, { recursive: true, force: true })
})

const line = async (input: string) => {
  const { code, out, err } = await runProgram({
    command: process.execPath,
    words: [cliScript, 'statusline'],
    environment: { HOME: home, ...compileCache },
    folder: home,
    input,
    patienceMilliseconds: 20_000,
  })
  expect([code, err]).toEqual([0, ''])
  return out
}

it('says nothing yet, then what the session has saved, and asks once in ten seconds', async () => {
  const input = JSON.stringify({ session_id: id, model: { display_name: 'Opus' } })
  expect(await line(input)).toBe('compaction\n')
  const kept = join(home, '.local', 'state', 'compaction', 'status-lines', `${id}.json`)
  while (!existsSync(kept) || !readFileSync(kept, 'utf8').includes('less')) await wait(50)
  expect(await line(input)).toBe('31 % less · 412k\n')
  expect(asked).toEqual([`/api/cli/sessions/${id} Bearer ${token}`])
  expect(statSync(kept).mode & 0o777).toBe(0o600)

  writeFileSync(kept, JSON.stringify({ line: 'as it was', askedAt: Date.now() - 10_001 }))
  expect(await line(input)).toBe('as it was\n')
  while (!readFileSync(kept, 'utf8').includes('less')) await wait(50)
  expect(asked).toHaveLength(2)

  // Kept by a clock that was ahead.
  writeFileSync(kept, JSON.stringify({ line: 'as it was', askedAt: Date.now() + 86_400_000 }))
  expect(await line(input)).toBe('as it was\n')
  while (!readFileSync(kept, 'utf8').includes('less')) await wait(50)
  expect(asked).toHaveLength(3)
}, 60_000)

it.each(['', '{', '[]', '{"session_id":"../../x"}', '{"session_id":7}'])(
  'takes %j as no session',
  async (input) => {
    expect(await line(input)).toBe('compaction\n')
  },
  30_000,
)
