// What a process of the service has of the environment of the one that starts it.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { startChild } from '../../../local/process/child.ts'

it('has whom that one trusts, and nothing else but what it is given', async () => {
  vi.stubEnv('NODE_EXTRA_CA_CERTS', '/authorities.pem')
  vi.stubEnv('NODE_USE_SYSTEM_CA', '1')
  vi.stubEnv('HTTPS_PROXY', 'http://proxy.example')
  onTestFinished(() => void vi.unstubAllEnvs())
  const folder = mkdtempSync(join(tmpdir(), 'child-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const script = join(folder, 'says.mjs')
  writeFileSync(script, 'console.log(JSON.stringify({ port: 1, has: process.env })); setInterval(() => {}, 1_000)')
  const log = { write: () => {}, close: () => {} }
  const child = await startChild({ name: 'process', script, environment: { GIVEN: 'this' }, log })
  onTestFinished(() => child.kill())

  const { NODE_COMPILE_CACHE: _, ...has } = child.facts.has as Record<string, string>
  expect(has).toEqual({ GIVEN: 'this', NODE_EXTRA_CA_CERTS: '/authorities.pem', NODE_USE_SYSTEM_CA: '1' })
})
