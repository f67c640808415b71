// Measures every call of the compressor. Changes nothing of what it answers.

import type { Compressor } from '../compressor/compressor.ts'
import { losslessVersion } from '../lossless/lossless.ts'
import type { Measurements } from '../metrics/measure.ts'
import type { Ports } from './ports.ts'

const answered: Measurements = { CompressorCalls: 1, CompressorFailures: 0, CompressorTimeouts: 0 }

/** A call that was given up counts as a timeout: its time was over, or another call for the same texts had failed. */
export const measuredCompressor = (
  compressor: Compressor,
  { measure, elapsed }: Pick<Ports, 'measure' | 'elapsed'>,
): Compressor => ({
  available: compressor.available,
  async compress(request, signal) {
    const since = elapsed()
    try {
      const reply = await compressor.compress(request, signal)
      measure({
        ...answered,
        CompressorMilliseconds: elapsed() - since,
        // For the lossless depth the compressor only counts tokens.
        ...(request.engine === losslessVersion ? {} : { TextsDecided: reply.results.length }),
      })
      return reply
    } catch (error) {
      measure({ ...answered, [signal.aborted ? 'CompressorTimeouts' : 'CompressorFailures']: 1 })
      throw error
    }
  },
})
