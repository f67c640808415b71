// A client whose conversation is told by letters, each the result of a call, over the real pipeline and a provider that caches.

import { rememberedChains } from '../../../core/chain/record/remembered-chains.ts'
import type { ChainStore, StoredRecord } from '../../../core/chain/record/store.ts'
import { dialects } from '../../../core/dialects/registry.ts'
import { exchange } from '../../../core/exchange/exchange.ts'
import type { Receipt } from '../../../core/ledger/receipt.ts'
import { memoryChains } from '../../../testkit/memory/chains.ts'
import {
  type AnswerCompression,
  halvingCompressor,
  noon,
  received,
  serviceInMemory,
  upstreamAnswer,
} from '../../../testkit/memory/service-in-memory.ts'
import { cachingProvider } from '../../../testkit/provider/caching-provider.ts'

const minute = 60_000

/** The results of the calls that a client has made, by their words; a figure behind a word is what the client says with its result. */
const bodyOf = (words: string, around: object): string =>
  JSON.stringify({
    model: 'claude-opus-5',
    ...around,
    messages: [
      { role: 'user', content: `go ${'frame '.repeat(300)}` },
      ...[...words.matchAll(/(\D)(\d?)/g)].flatMap(([, word, remark]) => [
        { role: 'assistant', content: [{ type: 'tool_use', id: word, name: 'lookup', input: {} }] },
        {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: word,
              content: Array.from({ length: 600 }, (_, index) => `${word}${index}`).join(' '),
              cache_control: { type: 'ephemeral' },
            },
            ...(remark === '' ? [] : [{ type: 'text', text: `remark ${remark}` }]),
          ],
        },
      ]),
    ],
  })

interface Begun {
  /** What was forwarded: results that go whole are capital letters. */
  readonly sent: string
  /** Takes the answer to its end. */
  readonly end: () => Promise<Receipt>
}

/** Sends what a client asks, so many minutes after the first request, with these members beside it; each process has a memory of its own. */
export const lettersClient = (
  change: (store: ChainStore) => ChainStore = (store) => store,
  compressor: AnswerCompression = halvingCompressor,
) => {
  const records = new Map<string, StoredRecord>()
  const provider = cachingProvider()
  const chains = change(memoryChains(records))
  return async (minutes: number, words: string, around: object = {}): Promise<Begun> => {
    const now = noon + minutes * minute
    const service = serviceInMemory({
      account: { compaction: { mode: 'repeated', compressor: 'adeline-1' } },
      compressor,
      upstream: ({ body }) => upstreamAnswer(200, [JSON.stringify({ usage: provider.usage(String(body), now) })]),
      ports: { chains: rememberedChains(chains), now: () => now },
    })
    const pipeline = exchange({ name: 'messages', dialect: dialects.messages }, service.deployment)
    const reply = await pipeline(service.request({ body: bodyOf(words, around), receivedAt: now }))
    const forwarded = String(service.sent.at(-1)?.body)
    return {
      sent: [...words].map((word) => (forwarded.includes(`${word}599`) ? word.toUpperCase() : word)).join(''),
      async end() {
        await received(reply)
        const [receipt] = [...service.receipts.values()] as [Receipt]
        return receipt
      },
    }
  }
}
