// What `docker compose up` runs, without Docker: the command of the file with the variables of its image, its check of health,
// and its end. Only addresses, ports and folder are this test's.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished } from 'vitest'
import { composeService, imageVariables, root } from './compose-file.ts'
import { temporaryFolder } from './service-process.ts'

const compose = composeService()
const { test, interval } = compose.healthcheck

/** A program of the image: its `node` is the one that runs this. */
const inImage = ([program = '', ...words]: readonly string[]) => {
  expect(program).toBe('node')
  const environment = { PATH: process.env.PATH, ...imageVariables(compose.build.dockerfile_inline) }
  const child = spawn(process.execPath, words, { cwd: root, env: environment, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** The exit code of the check of health, asked of the service at this port. */
const checked = async (port: string): Promise<unknown> => {
  const [, ...words] = test
  const [code] = await once(inImage(words.map((word) => word.replace(':8787/', `:${port}/`))), 'exit')
  return code
}

it('is ready, healthy, shows key and link in its log, and ends in order', { timeout: 120_000 }, async () => {
  // This machine's ports may be taken, it listens on loopback alone, and has no volume.
  const here: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '/data': temporaryFolder() }
  const command = compose.command.map((word) => here[word] ?? word)
  const service = inImage([...command, '--port', '0', '--dashboard-port', '0'])
  let log = ''
  const ready = Promise.withResolvers<void>()
  createInterface({ input: service.stdout }).on('line', (line) => {
    log += `${line}\n`
    if (line.startsWith('Every request is a line below')) ready.resolve()
  })
  await ready.promise
  expect(log).toMatch(/Service key {2}ak_\w{49}\n/)
  expect(log).toMatch(/http:\/\/localhost:\d+\/\?start=\S+\n/)

  const port = /Base URL +http:\/\/127\.0\.0\.1:(\d+)/.exec(log)?.[1] ?? ''
  expect(await checked(port)).toBe(0)

  const since = performance.now()
  service.kill('SIGTERM')
  const [code] = await once(service, 'exit')
  expect(code).toBe(0)
  expect(performance.now() - since).toBeLessThan(Number.parseInt(compose.stop_grace_period, 10) * 1_000)
  expect(await checked(port)).toBe(1)
  expect(Number.parseInt(interval, 10)).toBeGreaterThan(0)
})
