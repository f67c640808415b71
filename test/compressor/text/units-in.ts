// The units of a block of prose, one object for each.

import { scanUnits } from '../../../compressor/text/scan.ts'
import { splitSentences } from '../../../compressor/text/sentences.ts'
import { sourceOf } from '../../../compressor/text/source.ts'
import { UnitList } from '../../../compressor/text/units.ts'

export const unitsIn = (text: string, first: number, last: number) => {
  const source = sourceOf(text)
  const list = new UnitList(source.columns, 1)
  const sentenceEnds = new Set(splitSentences(text, first, last).map(([, end]) => end))
  scanUnits(source, first, last, sentenceEnds, list)
  return Array.from({ length: list.count }, (_, at) => ({
    start: list.start[at] ?? 0,
    from: list.from[at] ?? 0,
    end: list.end[at] ?? 0,
    chunk: list.chunk[at] ?? 0,
    kind: list.kind[at] ?? 0,
  }))
}
