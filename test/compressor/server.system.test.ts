// The compressor as a process: how it is configured, how it reports that it is ready, how it ends.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { afterEach, describe, expect, it } from 'vitest'
import { compileCache } from '../../local/process/compile-cache.ts'

const children: ChildProcess[] = []
const start = (environment: Record<string, string>, ...parameters: string[]): ChildProcess => {
  const child = spawn(process.execPath, ['compressor/server.ts', ...parameters], {
    env: { ...compileCache, ...environment },
  })
  children.push(child)
  return child
}
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

const firstLine = async (child: ChildProcess): Promise<string> => {
  if (child.stdout === null) throw new Error('no output')
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  return line
}
const portOf = async (child: ChildProcess): Promise<number> => JSON.parse(await firstLine(child)).port

describe('the compressor process', () => {
  it('prints its port once it is warm, serves requests, and drains on SIGTERM', async () => {
    const child = start({ PORT: '0', HOST: '127.0.0.1' }, 'serve')
    const port = await portOf(child)
    expect((await fetch(`http://127.0.0.1:${port}/ping`)).status).toBe(200)
    const text = 'The committee met on the 12th of March and decided that the new bridge should not be opened. '.repeat(
      400,
    )
    const body = JSON.stringify({ engine: 'helene-1', rate: 0.5, texts: Array.from({ length: 20 }, () => text) })
    const answer = fetch(`http://127.0.0.1:${port}/invocations`, { method: 'POST', body })
    await fetch(`http://127.0.0.1:${port}/ping`)
    child.kill('SIGTERM')
    const ended = once(child, 'exit')
    const reply = (await (await answer).json()) as { results: unknown[] }
    expect(reply.results).toHaveLength(20)
    expect(await ended).toEqual([0, null])
  })

  it('reports a wrong port', async () => {
    for (const port of ['80a', '70000', '-1', '']) {
      const child = start({ PORT: port, HOST: '127.0.0.1' })
      let said = ''
      child.stderr?.on('data', (chunk) => {
        said += chunk
      })
      expect(await once(child, 'exit')).toEqual([1, null])
      expect(said).toContain('must be a port number')
    }
  })

  it('prefers the port that SageMaker sets, and reports one that is in use', async () => {
    const port = await portOf(start({ SAGEMAKER_BIND_TO_PORT: '0', PORT: 'ignored', HOST: '127.0.0.1' }))
    expect(port).toBeGreaterThan(0)
    const second = start({ PORT: String(port), HOST: '127.0.0.1' })
    let said = ''
    second.stderr?.on('data', (chunk) => {
      said += chunk
    })
    expect(await once(second, 'exit')).toEqual([1, null])
    expect(said).toContain('EADDRINUSE')
  })
})
