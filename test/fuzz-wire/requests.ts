// Raw HTTP into the service, as `npm start` runs it: whatever is taken for a request has an answer of its own, and reaches the
// provider once and as it was sent.

import { createHash } from 'node:crypto'
import { rawly } from '../../testkit/faults/raw.ts'
import { receivedHeader } from '../../testkit/provider/server.ts'
import type { Random } from '../../testkit/random.ts'
import { startService } from '../conformance/service.ts'
import { canariesIn, canaryKey, canarySentence, faultsIn } from './canaries.ts'
import { pickOf, requestFramings, requestHeaders, requestLines } from './corpus.ts'
import { inChunks, inPieces, mutated } from './mutate.ts'
import { grownAtMost, type Place, rssOf } from './place.ts'
import { readAnswers } from './read-answers.ts'

const path = '/anthropic/v1/messages'
/** Milliseconds for all answers of a connection. */
const deadline = 8_000
/** For bytes that may never become a request. */
const oddDeadline = 150

interface Written {
  readonly bytes: Buffer
  /** Of the body, where it must arrive as it is. */
  readonly sha256?: string
  readonly isHead: boolean
}

interface Asked {
  readonly key: string
  /** The query of everything that the input may ask. */
  readonly marker: string
  readonly isPlain: boolean
  readonly isLast: boolean
}

/** One request; `isPlain`: framed without anything odd. */
const requestOf = (random: Random, { key, marker, isPlain, isLast }: Asked): Written => {
  const target = `${path}?${marker}`
  const inner = `POST ${target} HTTP/1.1\r\nhost: x\r\nx-service-auth-token: ${key}\r\ncontent-length: 0\r\n\r\n`
  const filler = random.pick(['', canarySentence, inner, '\u6f22', 'x'.repeat(random.below(5_000))])
  const body = Buffer.from(JSON.stringify({ model: 'm', messages: [], filler }))
  const line = isPlain ? 'POST PATH HTTP/1.1' : pickOf(requestLines, random)
  const framing = isPlain
    ? random.pick(['content-length: LENGTH', 'transfer-encoding: chunked'])
    : pickOf(requestFramings, random)
  const odd = isPlain ? [] : Array.from({ length: random.below(3) }, () => pickOf(requestHeaders, random))
  const head = [
    line.replace('PATH', target),
    'host: x',
    ...[`x-service-auth-token: ${key}`, `x-api-key: ${canaryKey}`, 'content-type: application/json'],
    ...(isPlain && isLast ? ['connection: close'] : []),
    ...odd,
    framing.replaceAll('LENGTH', String(body.length)),
    '\r\n',
  ].join('\r\n')
  const content = /transfer-encoding/.test(framing) ? inChunks(body, random) : body
  const sha256 = createHash('sha256').update(body).digest('hex')
  return {
    bytes: Buffer.concat([Buffer.from(head, 'latin1'), content]),
    ...(isPlain ? { sha256 } : {}),
    isHead: line.startsWith('HEAD'),
  }
}

export const openRequestsPlace = async (): Promise<Place> => {
  const service = await startService({ dashboard: true })
  const port = Number(new URL(service.baseUrl).port)
  const before = rssOf(service.pid)

  /** Of the requests since then those of this input: one of an earlier input that its client gave up may come late. */
  const earlier = new Set<string>()
  const forwardedSince = (since: number): number =>
    service.forwarded.slice(since).filter(({ url }) => !earlier.has(url.split('?')[1] ?? '')).length
  const settledForwards = async (since: number, expected: number): Promise<number> => {
    for (let waited = 0; forwardedSince(since) < expected && waited < 500; waited += 10)
      await new Promise((resolve) => setTimeout(resolve, 10))
    return forwardedSince(since)
  }

  return {
    name: 'requests',
    async send(random, number) {
      const marker = `input-${String(number).padStart(9, '0')}`
      const isPlain = random.below(3) === 0
      const count = 1 + random.below(3)
      const requests = Array.from({ length: count }, (_, at) =>
        requestOf(random, { key: service.serviceKey, marker, isPlain, isLast: at === count - 1 }),
      )
      const whole = Buffer.concat(requests.map(({ bytes }) => bytes))
      const bytes = isPlain || random.below(2) === 0 ? whole : mutated(whole, random)
      const since = service.forwarded.length
      const answer = await rawly(port, {
        pieces: inPieces(bytes, random),
        between: 1,
        patience: isPlain ? deadline : oddDeadline,
      })
      const faults: string[] = []
      const isHead = !isPlain && requests.some((one) => one.isHead)
      const read = readSafely(answer.text, isHead, faults)
      const accepted = read.filter(({ headers }) => headers.has(receivedHeader))
      const forwarded = await settledForwards(since, accepted.length)
      // A request that was cut off by this client's patience may be under way; nothing may arrive that is not answered otherwise.
      if (accepted.length > forwarded) faults.push(`${accepted.length} answers of ${forwarded} requests upstream`)
      if (forwarded > countOfRequests(bytes)) faults.push(`${forwarded} requests upstream out of ${requests.length}`)
      if (isPlain) {
        if (forwarded !== requests.length) faults.push(`${forwarded} of ${requests.length} plain requests arrived`)
        const sent = requests.map(({ sha256 }) => sha256)
        const arrived = accepted.map(({ headers }) => headers.get(receivedHeader)?.split(' ')[1])
        if (sent.join() !== arrived.join()) faults.push('plain bodies did not arrive as they were sent, in order')
      }
      earlier.add(marker)
      return faults
    },
    async after() {
      const answer = await rawly(port, { pieces: ['GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'] })
      const written = service.written().split('\n').slice(1).join('\n')
      const grown = rssOf(service.pid) - before
      return [
        ...(answer.text.startsWith('HTTP/1.1 200') ? [] : ['the service is not healthy any more']),
        ...canariesIn(written, [service.serviceKey]),
        ...faultsIn(written),
        ...(grown > grownAtMost ? [`the service holds ${grown} bytes more`] : []),
      ]
    },
    close: () => service.close(),
  }
}

const readSafely = (text: string, isHead: boolean, faults: string[]): ReturnType<typeof readAnswers> => {
  try {
    return readAnswers(text, () => isHead)
  } catch (error) {
    // After an answer to HEAD nobody can tell which lengths count.
    if (!isHead) faults.push(`not an answer: ${error instanceof Error ? error.message : 'unknown'}`)
    return []
  }
}

/** Whatever can be taken for the beginning of a request. */
const countOfRequests = (bytes: Buffer): number => bytes.toString('latin1').split(/HTTP\/1\.[01]/).length - 1
