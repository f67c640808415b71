// The schema of `/v1/compress` in docs/openapi.json against the reader that judges its requests: they take and refuse the same
// bodies. Made up from a seed, most of them one step beside a sound one.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { publicCompressors } from '../../../core/compressor/contract.ts'
import { readDirectRequest } from '../../../core/exchange/direct/direct-transcript.ts'
import { Refusal } from '../../../core/http/refusal.ts'
import { atOnce } from '../../../core/runtime/pieces.ts'

const { components } = z
  .object({ components: z.object({ schemas: z.record(z.string(), z.json()) }) })
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, '../../../docs/openapi.json'), 'utf8')))

/** A schema by itself looks for the others in its own `$defs`. */
const described = z.fromJSONSchema(
  JSON.parse(
    JSON.stringify({ $ref: '#/$defs/CompressRequest', $defs: components.schemas }).replaceAll(
      '#/components/schemas/',
      '#/$defs/',
    ),
  ),
)

const isTaken = (body: unknown): boolean => {
  try {
    atOnce(readDirectRequest(JSON.stringify(body), publicCompressors))
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

const anything = fc.jsonValue({ maxDepth: 2 })
const often = <Value>(sound: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 9, arbitrary: sound }, { weight: 1, arbitrary: anything })
/** With a member more, and now and then with one less. */
const members = (sound: Record<string, fc.Arbitrary<unknown>>) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.record(sound) },
    { weight: 1, arbitrary: fc.record(sound, { requiredKeys: [] }) },
    { weight: 1, arbitrary: fc.record({ ...sound, extra: anything }) },
  )
const blockTypes = ['text', 'input_text', 'output_text', 'tool_result', 'image', 'text2', ''] as const
const { content } = fc.letrec((tie) => ({
  block: often(
    members({ type: often(fc.constantFrom(...blockTypes)), text: often(fc.string()), content: tie('content') }),
  ),
  content: often(fc.oneof({ maxDepth: 3 }, fc.string(), fc.constant(null), fc.array(tie('block'), { maxLength: 2 }))),
}))
const message = often(members({ role: often(fc.constantFrom('user', 'assistant', 'tool')), content }))
const rate = often(
  fc.oneof(fc.constantFrom(0, 1, -0, 0.5, 1.000001, -1e-9), fc.double({ min: -1, max: 2, noNaN: true })),
)
const model = often(fc.constantFrom(...publicCompressors))
const messages = often(fc.array(message, { maxLength: 3 }))
const body = often(fc.oneof(members({ model, messages }), members({ model, messages, compression_rate: rate })))

it('takes what the reader takes, and nothing else', () => {
  const seen = { taken: 0, refused: 0 }
  fc.assert(
    fc.property(body, (sent) => {
      const taken = isTaken(sent)
      seen[taken ? 'taken' : 'refused'] += 1
      // What stands in a body is what JSON says of it: -0 is 0 there.
      expect(described.safeParse(JSON.parse(JSON.stringify(sent))).success).toBe(taken)
    }),
    { numRuns: 3_000, seed: 16 },
  )
  expect(seen.taken).toBeGreaterThan(500)
  expect(seen.refused).toBeGreaterThan(500)
})
