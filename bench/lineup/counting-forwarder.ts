// Stands in front of a DynamoDB, passes everything through, and counts what was asked by operation and table.

import { createServer, request } from 'node:http'
import * as z from 'zod'
import { defaultTablePrefix } from '../../adapters/dynamo/tables/tables.ts'
import { type Listening, listen } from '../../testkit/listen.ts'
import { keptAlive } from '../processes/kept-alive.ts'

export interface CountingForwarder extends Pick<Listening, 'close'> {
  readonly endpoint: string
  /** Operation and table (`PutItem ledger`) to number of calls, since the last time. */
  taken(): ReadonlyMap<string, number>
}

const single = z.object({ TableName: z.string() })
const batch = z.object({ RequestItems: z.record(z.string(), z.unknown()) })

const tablesOf = (body: Buffer): string[] => {
  const asked: unknown = JSON.parse(body.toString('utf8'))
  const one = single.safeParse(asked)
  if (one.success) return [one.data.TableName]
  const many = batch.safeParse(asked)
  return many.success ? Object.keys(many.data.RequestItems) : []
}

/** `endpoint`: of the DynamoDB behind it. The prefix is left out of the names of tables. */
export const openCountingForwarder = async (endpoint: string): Promise<CountingForwarder> => {
  let counts = new Map<string, number>()
  const behind = new URL(endpoint)

  const server = createServer(keptAlive, async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const operation = String(incoming.headers['x-amz-target']).replace(/^.*\./, '')
    const name = [operation, ...tablesOf(body).map((table) => table.replace(defaultTablePrefix, ''))].join(' ')
    counts.set(name, (counts.get(name) ?? 0) + 1)

    const { hostname: host, port, pathname: path } = behind
    const forwarded = request({ host, port, method: 'POST', path, headers: incoming.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(response)
    })
    forwarded.on('error', () => response.destroy())
    forwarded.end(body)
  })
  const { origin, close } = await listen(server)

  return {
    endpoint: origin,
    taken() {
      const before = counts
      counts = new Map()
      return before
    },
    close,
  }
}
