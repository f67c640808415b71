// Lines that stand again in later text, through the pipeline: what goes of the earlier text, when, and what never does.

import { describe, expect, it } from 'vitest'
import type { CompactionPolicy } from '../../../core/access/policy.ts'
import { rememberedChains } from '../../../core/chain/remembered-chains.ts'
import type { StoredRecord } from '../../../core/chain/store.ts'
import type { Receipt } from '../../../core/ledger/receipt.ts'
import { memoryChains } from '../../../testkit/memory/chains.ts'
import { noon, received, serviceInMemory, upstreamAnswer } from '../../../testkit/memory/service-in-memory.ts'
import { messages } from '../exchange/exchanging.ts'

const minute = 60_000
const code = (name: string, from: number, until: number): string =>
  Array.from(
    { length: until - from },
    (_, at) => `${from + at}\tconst ${name}${from + at} = compute(${from + at})`,
  ).join('\n')
const linesOf = (text: string, from: number, until: number): string => text.split('\n').slice(from, until).join('\n')

interface Step {
  readonly tool?: string
  readonly input?: object
  readonly text: string
}
const read = (text: string, path = '/a.ts', offset = 1): Step => ({
  tool: 'Read',
  input: { file_path: path, offset },
  text,
})
const said = (text: string): Step => ({ text })

const task = code('task', 0, 40)
const marked = { cache_control: { type: 'ephemeral' } }

const bodyOf = (steps: readonly Step[]): string =>
  JSON.stringify({
    model: 'claude-sonnet-4-5',
    system: [{ type: 'text', text: 'word '.repeat(9_000), ...marked }],
    messages: [
      { role: 'user', content: task },
      ...steps.flatMap(({ tool, input, text }, index): object[] => {
        const marker = index === steps.length - 1 ? marked : {}
        return tool === undefined
          ? [
              { role: 'assistant', content: 'yes' },
              { role: 'user', content: [{ type: 'text', text, ...marker }] },
            ]
          : [
              { role: 'assistant', content: [{ type: 'tool_use', id: `t${index}`, name: tool, input }] },
              { role: 'user', content: [{ type: 'tool_result', tool_use_id: `t${index}`, content: text, ...marker }] },
            ]
      }),
    ],
  })

/** What is forwarded of each step when all are sent, minutes after the last of them was sent for the first time. */
const later = async (
  steps: readonly Step[],
  policy: Partial<CompactionPolicy> = {},
): Promise<{ texts: string[]; receipt: Receipt }> => {
  const records = new Map<string, StoredRecord>()
  let now = noon
  const ask = async (some: readonly Step[]) => {
    const service = serviceInMemory({
      account: { compaction: { mode: 'repeated', compressor: 'adeline-1', ...policy } },
      compressor: ({ engine, texts }) => ({
        engine_version: `${engine}.0.0`,
        results: texts.map((text) => ({ abstained: 'code' as const, tokens_before: text.length })),
      }),
      upstream: () => upstreamAnswer(200, ['{}']),
      ports: { chains: rememberedChains(memoryChains(records)), now: () => now },
    })
    await received(await messages(service, { body: bodyOf(some), receivedAt: now }))
    return { body: String(service.sent[0]?.body), receipt: [...service.receipts.values()][0] as Receipt }
  }
  for (let count = 1; count <= steps.length; count += 1) {
    const { body } = await ask(steps.slice(0, count))
    expect(body).toBe(bodyOf(steps.slice(0, count)))
    now += minute / 10
  }
  now += 48 * 60 * minute
  const { body, receipt } = await ask([...steps, said('go on')])
  const sent: { role: string; content: string | { text?: string; content?: string }[] }[] = JSON.parse(body).messages
  const texts = sent.flatMap(({ role, content }) =>
    role === 'assistant' || typeof content === 'string'
      ? []
      : content.flatMap((block) => block.text ?? block.content ?? []),
  )
  return { texts: texts.slice(0, -1), receipt }
}

describe('text that stands again in later text', () => {
  const [first, second] = [code('a', 0, 60), code('a', 40, 120)]

  it('goes from an earlier read once the cache is cold', async () => {
    const { texts, receipt } = await later([read(first), read(second, '/a.ts', 40)])
    expect(texts).toEqual([`${linesOf(first, 0, 45)}\n`, second])
    expect(receipt).toMatchObject({
      outcome: 'compacted',
      segmentsCompacted: 1,
      tokensSaved: first.length - 1 - linesOf(first, 0, 45).length,
    })
  })

  it('goes from what was pasted, and from what a user said between the first turn and the last', async () => {
    const { texts } = await later([said(first), read(first), said(second), said('and now?')])
    // Between what the read has and what was said later, a few lines stay.
    expect(texts).toEqual([`${linesOf(first, 40, 45)}\n`, `${linesOf(first, 0, 45)}\n`, second, 'and now?'])
  })

  it('stays in the first turn of the user, and in the last that says much', async () => {
    expect((await later([read(task)])).texts).toEqual([task])
    expect((await later([said(first), { tool: 'lookup', input: {}, text: first }])).texts).toEqual([first, first])
  })

  it('stays in a file read where the account keeps those, and goes from other text', async () => {
    const shown = {
      tool: 'Bash',
      input: { command: 'make test' },
      text: `FAILED\n${code('log', 0, 40).replaceAll('\t', ' says ')}`,
    }
    const { texts } = await later([read(first), read(first, '/a.ts', 2), shown, shown], { fileReads: 'keep' })
    expect(texts).toEqual([first, first, `${linesOf(shown.text, 0, 5)}\n`, shown.text])
  })

  it('stays in the later text for good, whatever becomes of the file that it shows', async () => {
    const written = { tool: 'Write', input: { file_path: '/b.ts', content: 'x' }, text: 'done' }
    const { texts } = await later([read(first), read(second, '/b.ts', 40), written])
    expect(texts).toEqual([`${linesOf(first, 0, 45)}\n`, second, 'done'])
  })
})
