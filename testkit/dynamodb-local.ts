// AWS's own DynamoDB Local, in memory: fetched once, because AWS's licence does not let us include it, and run on a free port.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { installOnce, mustRun } from './install-once.ts'
import { listen } from './listen.ts'

const project = join(import.meta.dirname, '..', 'test', 'contract', 'dynamodb-local.pom.xml')
const main = 'com.amazonaws.services.dynamodbv2.local.main.ServerRunner'
const patienceMilliseconds = 60_000

/** The folder with its jars. Throws `Skipped` without Java and Maven. */
export const dynamodbLocalJars = (): Promise<string> =>
  installOnce({
    name: 'dynamodb-local',
    pins: readFileSync(project, 'utf8'),
    async install(folder) {
      await mustRun(folder, 'java', '-version')
      const goal = ['dependency:copy-dependencies', `-DoutputDirectory=${folder}`]
      await mustRun(folder, 'mvn', '-q', '-B', '-f', project, ...goal)
    },
  })

export interface DynamodbLocal {
  readonly endpoint: string
  end(): Promise<void>
}

/** Resolves when it answers. Rejects with what it said. */
export const startDynamodbLocal = async (jars: string): Promise<DynamodbLocal> => {
  const { port, close } = await listen(createServer())
  await close()
  const words = [`-Djava.library.path=${jars}`, '-cp', join(jars, '*'), main]
  const java = spawn('java', [...words, '-inMemory', '-port', String(port), '-disableTelemetry'])
  const said: string[] = []
  for (const stream of [java.stdout, java.stderr]) stream.on('data', (data) => said.push(String(data)))
  const endpoint = `http://127.0.0.1:${port}`
  for (let waited = 0; waited < patienceMilliseconds; waited += 100) {
    if (java.exitCode !== null) throw new Error(`DynamoDB Local ended with ${java.exitCode}: ${said.join('')}`)
    const answered = await fetch(endpoint).then(
      () => true,
      () => false,
    )
    if (answered)
      return {
        endpoint,
        async end() {
          const ended = once(java, 'exit')
          java.kill()
          await ended
        },
      }
    await wait(100)
  }
  java.kill()
  throw new Error(`DynamoDB Local did not answer: ${said.join('')}`)
}
