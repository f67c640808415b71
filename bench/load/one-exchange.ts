// One exchange of a load, from the moment at which it was due.

import type { Agent } from 'node:http'
import { instruct } from '../../testkit/provider/instruction.ts'
import { answerTo, ask } from '../lineup/client.ts'
import type { Target } from '../lineup/lineup.ts'

/** `stream`: read to its end. `whole`: one word. `leave`: the client goes away in mid-stream. */
export type Kind = 'stream' | 'whole' | 'leave'

const instructions = {
  stream: instruct('stream', 20, 50),
  whole: instruct('stream', 1, 0),
  leave: instruct('stream', 200, 50),
}
/** Words after which the client that leaves has gone. */
const wordsBeforeLeaving = 4

export interface Exchange {
  readonly kind: Kind
  /** Seconds since the load began, when it was due. */
  readonly second: number
  /** Milliseconds from then to the first byte: a service that falls behind is not spared the wait. */
  readonly firstByte: number
  /** What went wrong, in words; absent: nothing. */
  readonly fault?: string
}

/** `due`: of `performance.now()`. */
export const oneExchange = async (
  target: Target,
  agent: Agent,
  kind: Kind,
  body: Buffer,
  due: number,
): Promise<Omit<Exchange, 'second'>> => {
  let firstByte = Number.NaN
  try {
    const sent = ask(target, agent, body, instructions[kind])
    const answer = await answerTo(sent)
    if (answer.statusCode !== 200) {
      answer.resume()
      return { kind, firstByte: performance.now() - due, fault: `status ${answer.statusCode}` }
    }
    let chunks = 0
    let last = ''
    for await (const chunk of answer) {
      if (chunks === 0) firstByte = performance.now() - due
      chunks += 1
      last = String(chunk)
      if (kind === 'leave' && chunks > wordsBeforeLeaving) break
    }
    if (kind === 'leave') answer.destroy()
    const isWhole = kind === 'leave' || last.includes('message_stop')
    return { kind, firstByte, ...(isWhole ? {} : { fault: 'the answer is not whole' }) }
  } catch (error) {
    return { kind, firstByte, fault: error instanceof Error ? error.message : 'no answer' }
  }
}
