// How fast the engine is on messages of about 8 KB, counting included.

import { adeline } from '../../compressor/engines/adeline/editions.ts'
import { readTranscripts } from './transcripts.ts'

const size = 8_192
const [rounds, warming] = [12, 2]
const most = 400

/** Whole results of 6 to 10 KB, or the first 8 KB of longer ones that are no JSON, up to a line end. */
const messagesOf = (folder: string, name: string): string[] => {
  const found: string[] = []
  for (const { messages } of readTranscripts(folder, name))
    for (const { role, content } of messages) {
      const text = role === 'tool' ? (content ?? '') : ''
      if (found.length === most) return found
      if (text.length >= 0.75 * size && text.length <= 1.25 * size) found.push(text)
      else if (text.length > size && !/^\s*[[{]/.test(text)) found.push(text.slice(0, text.lastIndexOf('\n', size) + 1))
    }
  return found.filter((text) => text.length > size / 2)
}

const median = (numbers: readonly number[]): number =>
  [...numbers].sort((one, other) => one - other)[numbers.length >> 1] ?? 0

const timed = (label: string, messages: readonly string[]): string => {
  const times = messages.map((): number[] => [])
  let tokens = 0
  let since = process.cpuUsage()
  for (let round = 0; round < rounds; round += 1) {
    if (round === warming) since = process.cpuUsage()
    for (const [index, text] of messages.entries()) {
      const start = performance.now()
      const result = adeline.compress(text, {})
      if (round < warming) continue
      times[index]?.push(performance.now() - start)
      tokens += result.tokensBefore
    }
  }
  const { user, system } = process.cpuUsage(since)
  const all = times.flat().sort((one, other) => one - other)
  const medians = times.map(median).sort((one, other) => one - other)
  const at = (sorted: readonly number[], share: number): string =>
    (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2)
  return (
    `${label.padEnd(16)} ${(tokens / (user + system)).toFixed(2)} M tokens per second of processor, counting included; ` +
    `${messages.length} messages of about 8 KB: p50 ${at(all, 0.5)} ms, p99 ${at(all, 0.99)} ms, p99 of their medians ${at(medians, 0.99)} ms`
  )
}

/** Throws an error when the data is absent. */
export const speed = (folder: string): string =>
  [
    timed('business JSON', messagesOf(folder, 'customer-service')),
    timed('shell output', messagesOf(folder, 'swe-bench-runs')),
  ].join('\n')
