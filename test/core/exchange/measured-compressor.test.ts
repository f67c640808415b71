// How the compressor does, as the metrics tell it.

import { expect, it } from 'vitest'
import { type Compressor, CompressorFailed } from '../../../core/compressor/compressor.ts'
import type { CompressionReply } from '../../../core/compressor/contract.ts'
import { measuredCompressor } from '../../../core/exchange/measured-compressor.ts'
import { losslessVersion } from '../../../core/lossless/lossless.ts'
import type { Measurements } from '../../../core/metrics/measure.ts'

const reply: CompressionReply = { engine_version: 'helene-1.0.0', results: [{ abstained: 'empty', tokens_before: 0 }] }
const request = { engine: 'helene-1', texts: [''] }

const measuring = (compress: Compressor['compress']) => {
  const measured: Measurements[] = []
  let clock = 0
  const elapsed = () => (clock += 5)
  const compressor = measuredCompressor(
    { available: ['helene-1'], compress },
    { measure: (measurements) => measured.push(measurements), elapsed },
  )
  return { compressor, measured }
}

it('an answer is a call and its time', async () => {
  const { compressor, measured } = measuring(async () => reply)

  expect(await compressor.compress(request, new AbortController().signal)).toBe(reply)
  expect(measured).toEqual([
    { CompressorCalls: 1, CompressorFailures: 0, CompressorTimeouts: 0, CompressorMilliseconds: 5, TextsDecided: 1 },
  ])
})

it('what is only counted is not decided', async () => {
  const { compressor, measured } = measuring(async () => reply)
  await compressor.compress({ ...request, engine: losslessVersion }, new AbortController().signal)

  expect(measured[0]).not.toHaveProperty('TextsDecided')
})

it.each([
  ['a failure', new AbortController().signal, 'CompressorFailures'],
  ['what was given up', AbortSignal.abort(), 'CompressorTimeouts'],
])('%s is told apart, and thrown on', async (_what, signal, name) => {
  const failure = new CompressorFailed('no', true)
  const { compressor, measured } = measuring(async () => Promise.reject(failure))

  await expect(compressor.compress(request, signal)).rejects.toBe(failure)
  expect(measured).toEqual([{ CompressorCalls: 1, CompressorFailures: 0, CompressorTimeouts: 0, [name]: 1 }])
})
