import { describe, expect, it } from 'vitest'
import { compressAll } from '../../../core/compressor/batch.ts'
import type { Compressor } from '../../../core/compressor/compressor.ts'
import type { KeptSpans } from '../../../core/text/spans.ts'

const keeping = (spans: KeptSpans): Compressor => ({
  available: [],
  compress: async ({ texts }) => ({
    engine_version: 'adeline-0',
    results: texts.map(() => ({
      kept: spans.map(([start, end]): [number, number] => [start, end]),
      tokens_before: 9,
      tokens_after: 1,
      rate_reached: 0.9,
      floor_reached: false,
    })),
  }),
})

const compressed = (text: string, spans: KeptSpans) =>
  compressAll(keeping(spans), [text], { engine: 'adeline-1' }, new AbortController().signal)

describe('what a compressor answers', () => {
  it('is believed where something is left', async () => {
    const { results } = await compressed('a \n b', [[1, 5]])
    expect(results).toMatchObject([{ kept: [[1, 5]] }])
  })

  it.each([
    ['nothing', []],
    ['blanks alone', [[1, 4]]],
    [
      'blanks in pieces',
      [
        [1, 2],
        [3, 4],
      ],
    ],
    ['more than there is', [[0, 6]]],
  ] as const)('is refused where %s is left', async (_what, spans) => {
    await expect(compressed('a \n b', spans)).rejects.toThrow('does not fit')
  })
})
