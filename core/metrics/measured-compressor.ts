// How the compressor does, call by call, whoever asked. Changes nothing of what it answers.

import type { Compressor, Ports } from '../ports.ts'

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
      measure({ CompressorCalls: 1, CompressorMilliseconds: elapsed() - since })
      return reply
    } catch (error) {
      measure({ CompressorCalls: 1, [signal.aborted ? 'CompressorTimeouts' : 'CompressorFailures']: 1 })
      throw error
    }
  },
})
