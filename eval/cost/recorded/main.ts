// Recorded requests from the command line: each recording is played as each model, by each of its documented rules, in both modes.

import { UsageFault } from '../../../bin/usage-fault.ts'
import type { CompactionMode } from '../../../core/access/policy.ts'
import { benchCompressor } from '../engine.ts'
import { played } from '../search/played/play.ts'
import { limit, sessionBill } from '../search/search.ts'
import { models } from '../search/shapes/models.ts'
import { type RecordedOptions, readRecordedOptions } from './options.ts'
import { type PlayedAs, recordedSession, usualModels } from './recorded-session.ts'
import { type Recording, readRecording } from './recording.ts'
import { type PlayedRecording, recordedText } from './report.ts'

const modes: readonly CompactionMode[] = ['repeated', 'arrival']

/** All ways in which it is played. Throws `UsageFault` where a model does not speak its dialect. */
const waysOf = ({ name, dialect }: Recording, { models: asked, pauses, seeds }: RecordedOptions): PlayedAs[] => {
  return (asked ?? usualModels[dialect]).flatMap((model) => {
    const { dialects, lifetimes, caches } = models[model]
    if (!dialects.some((one) => one === dialect))
      throw new UsageFault(`${model} does not speak ${dialect}, as ${name} does.`)
    return lifetimes
      .filter((lifetime) => lifetime !== 'mixed')
      .flatMap((lifetime) =>
        caches.flatMap((_, rule) =>
          pauses.flatMap((pause) =>
            (pause === 'recorded' ? [1] : seeds).flatMap((seed) =>
              modes.map((mode): PlayedAs => ({ model, lifetime, rule, mode, pauses: pause, seed })),
            ),
          ),
        ),
      )
  })
}

/** Whether a recording was found that costs more than it may. Throws `UsageFault`. */
export const runRecorded = async (words: readonly string[], print: (text: string) => void): Promise<boolean> => {
  const options = readRecordedOptions(words)
  const compressor = benchCompressor()
  let isAbove = false
  for (const file of options.files) {
    const recording = readRecording(file)
    const all: PlayedRecording[] = []
    for (const as of waysOf(recording, options)) {
      const requests = await played(recordedSession(recording, as, compressor))
      all.push({ as, bill: sessionBill(requests), outcomes: requests.map(({ outcome }) => outcome) })
    }
    print(recordedText(recording.name, all))
    isAbove ||= all.some(({ bill }) => bill.ratio > limit)
  }
  return isAbove
}
