// The container's processes: as many as processors, one port, replaced when one dies, drained together.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { compileCache } from '../../local/process/compile-cache.ts'

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(/\s+/).filter(Boolean).map(Number)

const text = 'The committee met on the 12th of March and decided that the new bridge should not be opened. '.repeat(40)
const body = JSON.stringify({ engine: 'helene-1', rate: 0.5, texts: [text, text] })

it('serves with a process for each processor, replaces one that dies or is stuck, and ends when it is asked to', async () => {
  const container = spawn(process.execPath, ['compressor/container.ts', 'serve'], {
    env: { ...compileCache, PORT: '0', HOST: '127.0.0.1', SAY_MS: '300' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void container.kill('SIGKILL'))
  const [line] = await once(createInterface({ input: container.stdout }), 'line')
  const { port }: { port: number } = JSON.parse(line)
  const ask = () =>
    fetch(`http://127.0.0.1:${port}/invocations`, { method: 'POST', body, headers: { connection: 'close' } })
  const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
    for (let waited = 0; !(await holds()); waited += 50) {
      if (waited > 40_000) throw new Error('It did not happen.')
      await wait(50)
    }
  }
  const pid = container.pid ?? expect.fail('not started')

  expect(childrenOf(pid)).toHaveLength(availableParallelism())
  const answers = await Promise.all(Array.from({ length: 6 }, ask))
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))

  for (const signal of ['SIGKILL', 'SIGSTOP'] as const) {
    const [first = 0] = childrenOf(pid)
    process.kill(first, signal)
    await until(() => childrenOf(pid).length === availableParallelism() && !childrenOf(pid).includes(first))
    // A new one listens once it is loaded.
    await until(() =>
      ask().then(
        ({ status }) => status === 200,
        () => false,
      ),
    )
  }

  container.kill('SIGTERM')
  expect(await once(container, 'exit')).toEqual([0, null])
}, 120_000)
