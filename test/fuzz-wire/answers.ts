// Raw HTTP from the upstream: what is sound arrives as it is, what is cut never ends cleanly, what is broken breaks, and the next
// exchange has nothing of it.

import { gzipSync } from 'node:zlib'
import { type Answer, ask } from '../../testkit/faults/ask.ts'
import type { Random } from '../../testkit/random.ts'
import { canaryKey, canarySentence } from './canaries.ts'
import { answerHeads, answerStatuses, eventStreams, pickOf } from './corpus.ts'
import { inChunks, inPieces, mutated } from './mutate.ts'
import type { Place } from './place.ts'
import { openRawUpstream, plainHeader, type RawReply } from './raw-upstream.ts'
import { afterwards, startService, temporaryFolder } from './running-service.ts'

const patience = 6_000
const attempts = 3

interface Scripted {
  readonly reply: RawReply
  /** The bytes that a client is owed, where the answer is sound; a beginning of them where it is cut. */
  readonly body?: Buffer
  readonly isCut: boolean
}

const bodyOf = (random: Random): Buffer =>
  Buffer.from(Array.from({ length: 1 + random.below(4) }, () => pickOf(eventStreams, random)).join('') + canarySentence)

const soundAnswer = (random: Random): Scripted => {
  const body = bodyOf(random)
  const isEncoded = random.below(3) === 0
  const sent = isEncoded ? gzipSync(body) : body
  const isChunked = random.below(2) === 0
  const head = [
    'HTTP/1.1 200 OK',
    'content-type: text/event-stream',
    ...(isEncoded ? ['content-encoding: gzip'] : []),
    isChunked ? 'transfer-encoding: chunked' : `content-length: ${sent.length}`,
    '\r\n',
  ].join('\r\n')
  const whole = Buffer.concat([Buffer.from(head), isChunked ? inChunks(sent, random) : sent])
  const isCut = random.below(3) === 0
  const bytes = isCut ? whole.subarray(0, random.below(whole.length)) : whole
  const ending = isCut
    ? random.pick<RawReply['ending']>(['end', 'reset'])
    : random.pick<RawReply['ending']>(['keep', 'end'])
  return { reply: { pieces: inPieces(bytes, random), ending }, body, isCut }
}

const oddAnswer = (random: Random): Scripted => {
  const body = bodyOf(random)
  const head = pickOf(answerHeads, random)
  const sent = /chunked/.test(head) ? inChunks(body, random) : body
  const lines = [pickOf(answerStatuses, random), head.replaceAll('LENGTH', String(body.length)), '\r\n']
  const whole = Buffer.concat([Buffer.from(lines.join('\r\n'), 'latin1'), sent])
  const bytes = random.below(2) === 0 ? whole : mutated(whole, random)
  return { reply: { pieces: inPieces(bytes, random), ending: random.pick(['end', 'reset']) }, isCut: false }
}

const isBeginning = (part: Buffer, of: Buffer): boolean => part.equals(of.subarray(0, part.length))

const faultsOf = ({ body, isCut }: Scripted, answer: Answer): readonly string[] => {
  if (answer.ended === 'late') return ['the client waits for ever']
  const isRefusal = answer.status === 502 || answer.status === 504
  if (body === undefined) return answer.status < 200 && answer.ended === 'whole' ? [`status ${answer.status}`] : []
  if (isCut) {
    if (isRefusal || answer.status === 0) return []
    if (answer.ended === 'whole') return ['a cut answer ended cleanly']
    return isBeginning(answer.bytes, body) ? [] : ['a cut answer is no beginning of what was sent']
  }
  if (answer.status !== 200 || answer.ended !== 'whole') return [`a sound answer: ${answer.status}, ${answer.ended}`]
  return answer.bytes.equals(body) ? [] : ['a sound answer did not arrive as it was sent']
}

export const openAnswersPlace = async (): Promise<Place> => {
  const upstream = await openRawUpstream()
  const folder = temporaryFolder()
  const service = await startService(folder.path, upstream.origin)
  const call = (headers: Readonly<Record<string, string>>): Promise<Answer> =>
    ask(`${service.baseUrl}/anthropic/v1/messages`, {
      headers: {
        ...{ 'x-service-auth-token': service.serviceKey, 'x-api-key': canaryKey, 'content-type': 'application/json' },
        ...headers,
      },
      body: JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content: canarySentence }] }),
      patience,
    })
  /** Again where nobody was asked: a connection that its upstream is closing is found out by using it. */
  const asking = async (headers: Readonly<Record<string, string>>): Promise<Answer> => {
    const before = upstream.asked
    for (let attempt = 1; ; attempt += 1) {
      const answer = await call(headers)
      if (answer.status !== 502 || upstream.asked > before || attempt === attempts) return answer
    }
  }
  return {
    name: 'answers',
    async send(random, number) {
      const scripted = random.below(2) === 0 ? soundAnswer(random) : oddAnswer(random)
      upstream.reply = scripted.reply
      const before = upstream.asked
      const faults = [...faultsOf(scripted, await asking({}))]
      if (upstream.asked - before !== 1) faults.push(`the upstream was asked ${upstream.asked - before} times`)
      await upstream.rested()
      const marker = `after-${number}`
      const next = await asking({ [plainHeader]: marker })
      if (next.status !== 200 || next.bytes.toString() !== JSON.stringify({ plain: marker }))
        faults.push(`the next answer was ${next.status} ${next.ended} ${next.bytes.toString('latin1').slice(0, 80)}`)
      return faults
    },
    after: () => afterwards(service, folder.path),
    async close() {
      await service.close()
      await upstream.close()
      folder.remove()
    },
  }
}
