// `npm run demo -- --dashboard` stands where it was asked to, and ends when it is asked to, whatever it is doing.

import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { freePort } from '../../local/process/free-port.ts'
import { type ServiceProcess, startProcess } from './service-process.ts'

const script = join(import.meta.dirname, '..', '..', 'local', 'demo', 'main.ts')

const said = ({ process: { stdout }, out }: ServiceProcess, words: string): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (out().includes(words)) resolve()
    }
    stdout?.on('data', look)
    look()
  })

const isAnswering = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ status }) => status < 500,
    () => false,
  )

it('is at the port that was named, and ends by SIGTERM', { timeout: 120_000 }, async () => {
  const port = await freePort()
  const demo = startProcess(['--dashboard', '--port', String(port)], { script })
  await said(demo, 'Ctrl-C stops it.')
  expect(demo.out()).toContain(`as owner      http://localhost:${port}/?start=`)
  demo.process.kill('SIGTERM')
  expect(await demo.ended).toMatchObject({ code: 0, err: '' })
  expect(await isAnswering(`http://localhost:${port}/`)).toBe(false)
})

it.each(['SIGTERM', 'SIGINT'] as const)('ends by %s while the week is played', { timeout: 60_000 }, async (signal) => {
  const port = await freePort()
  const demo = startProcess(['--dashboard', '--port', String(port)], { script })
  while (!(await isAnswering(`http://localhost:${port}/`))) await wait(20)
  demo.process.kill(signal)
  const { code, out, err } = await demo.ended
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).not.toContain('Ctrl-C stops it.')
  expect(await isAnswering(`http://localhost:${port}/`)).toBe(false)
})

it('says that a port is taken, and no stack', { timeout: 60_000 }, async () => {
  const other = createServer()
  await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening))
  const address = other.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const { code, err } = await startProcess(['--dashboard', '--port', String(port)], { script }).ended
  other.close()
  expect(code).toBe(1)
  expect(err).toBe(`Port ${port} is taken. Choose another with --port, or --port 0 for any.\n`)
})
