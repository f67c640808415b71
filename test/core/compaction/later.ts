// A conversation through the pipeline: sent turn by turn, then once more when every cache has forgotten it.

import { expect } from 'vitest'
import type { CompactionPolicy } from '../../../core/access/policy.ts'
import { rememberedChains } from '../../../core/chain/record/remembered-chains.ts'
import type { StoredRecord } from '../../../core/chain/record/store.ts'
import type { Receipt } from '../../../core/ledger/receipt.ts'
import { losslessVersion } from '../../../core/lossless/lossless.ts'
import { memoryChains } from '../../../testkit/memory/chains.ts'
import {
  type AnswerCompression,
  noon,
  received,
  serviceInMemory,
  upstreamAnswer,
} from '../../../testkit/memory/service-in-memory.ts'
import { messages } from '../exchange/exchanging.ts'

const minute = 60_000
/** Lines of a file, as a tool numbers them. */
export const code = (name: string, from: number, until: number): string =>
  Array.from(
    { length: until - from },
    (_, at) => `${from + at}\tconst ${name}${from + at} = compute(${from + at})`,
  ).join('\n')
/** Without the lines in these ranges. */
export const without = (text: string, ...gone: readonly (readonly [from: number, until: number])[]): string =>
  text
    .split('\n')
    .filter((_, at) => gone.every(([from, until]) => at < from || at >= until))
    .join('\n')

/** Keeps the first line of what it is asked about; only counts for the lossless depth. */
export const firstLine: AnswerCompression = ({ engine, texts }) => ({
  engine_version: engine === losslessVersion ? engine : `${engine}.0.0`,
  results: texts.map((text) =>
    engine === losslessVersion || !text.includes('\n')
      ? { abstained: 'saving-under-floor' as const, tokens_before: text.length }
      : {
          kept: [[0, text.indexOf('\n') + 1] as [number, number]],
          tokens_before: text.length,
          tokens_after: text.indexOf('\n') + 1,
          rate_reached: 0.9,
          floor_reached: false,
        },
  ),
})

/** Leaves every text alone; a token is a character. */
const abstaining: AnswerCompression = ({ engine, texts }) => ({
  engine_version: `${engine}.0.0`,
  results: texts.map((text) => ({ abstained: 'code' as const, tokens_before: text.length })),
})

export interface Step {
  readonly tool?: string
  readonly input?: object
  readonly text: string
  readonly before?: string
  /** Its call is not in the body: another one stands there. */
  readonly isUncalled?: true
}
export const read = (text: string, path = '/a.ts', offset = 1): Step => ({
  tool: 'Read',
  input: { file_path: path, offset },
  text,
})
/** What a user says after the model has said something. */
export const said = (text: string, before = 'yes'): Step => ({ text, before })

/** What a user says in a message of its own behind the one before. */
export const saidToo = (text: string): Step => ({ text })

export const task = code('task', 0, 40)
const marked = { cache_control: { type: 'ephemeral' } }

/** `tools`: those that the request offers; absent: none. */
const bodyOf = (steps: readonly Step[], tools?: readonly string[]): string =>
  JSON.stringify({
    model: 'claude-sonnet-4-5',
    ...(tools === undefined ? {} : { tools: tools.map((name) => ({ name, input_schema: {} })) }),
    system: [{ type: 'text', text: 'word '.repeat(9_000), ...marked }],
    messages: [
      { role: 'user', content: task },
      ...steps.flatMap(({ tool, input, text, before, isUncalled }, index): object[] => {
        const id = isUncalled === true ? `elsewhere${index}` : `t${index}`
        const marker = index === steps.length - 1 ? marked : {}
        return tool === undefined
          ? [
              ...(before === undefined ? [] : [{ role: 'assistant', content: before }]),
              { role: 'user', content: [{ type: 'text', text, ...marker }] },
            ]
          : [
              { role: 'assistant', content: [{ type: 'tool_use', id, name: tool, input }] },
              { role: 'user', content: [{ type: 'tool_result', tool_use_id: `t${index}`, content: text, ...marker }] },
            ]
      }),
    ],
  })

/**
 * What is forwarded of each step when all are sent, days after the last of them was sent for the first time. `then`: the policy by
 * then; `changed`: what the client has made of the steps.
 */
export const later = async (
  steps: readonly Step[],
  policy: Partial<CompactionPolicy> = {},
  compressor: AnswerCompression = abstaining,
  then: Partial<CompactionPolicy> = policy,
  changed: readonly Step[] = steps,
  tools?: readonly string[],
): Promise<{ texts: string[]; receipt: Receipt }> => {
  const records = new Map<string, StoredRecord>()
  let now = noon
  const ask = async (some: readonly Step[], rules: Partial<CompactionPolicy>) => {
    const service = serviceInMemory({
      account: { compaction: { mode: 'repeated', compressor: 'adeline-1', ...rules } },
      compressor,
      upstream: () => upstreamAnswer(200, ['{}']),
      ports: { chains: rememberedChains(memoryChains(records)), now: () => now },
    })
    await received(await messages(service, { body: bodyOf(some, tools), receivedAt: now }))
    return { body: String(service.sent[0]?.body), receipt: [...service.receipts.values()][0] as Receipt }
  }
  // A conversation begins with its first turn.
  for (let count = 0; count <= steps.length; count += 1) {
    const { body } = await ask(steps.slice(0, count), policy)
    expect(body).toBe(bodyOf(steps.slice(0, count), tools))
    now += minute / 10
  }
  now += 48 * 60 * minute
  const { body, receipt } = await ask([...changed, said('go on')], then)
  const sent: { role: string; content: string | { text?: string; content?: string }[] }[] = JSON.parse(body).messages
  const texts = sent.flatMap(({ role, content }) =>
    role === 'assistant' || typeof content === 'string'
      ? []
      : content.flatMap((block) => block.text ?? block.content ?? []),
  )
  return { texts: texts.slice(0, -1), receipt }
}
