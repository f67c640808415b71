// The representations of a session's tool results, and from which request on they may be touched.

import { defined } from '../../core/collections/defined.ts'
import { scanJson } from '../../core/json/scan.ts'
import { losslessSpans } from '../../core/lossless/lossless.ts'
import { atOnce } from '../../core/runtime/pieces.ts'
import { sliceSpans } from '../../core/text/spans.ts'
import { mayBeShortened, type Segment } from '../../core/transcript/may-be-shortened.ts'
import type { Answer } from './engine.ts'
import { bodiesOf } from './requests.ts'
import type { SessionRun } from './session-run.ts'

export interface Representations {
  /** Index of its message. */
  readonly message: number
  /** The first request that may touch it; infinite for none. */
  readonly touchableFrom: number
  readonly whole: string
  readonly lossless: string
  /** What the engine leaves of it before the model has read it, and after. */
  readonly mild: string
  readonly lossy: string
  /** How long the engine took over it. */
  readonly milliseconds: number
}

interface Touchable {
  readonly from: number
  readonly kind: Segment['kind']
}

/** Of each result: the first request in which the service, reading it, would touch it, and as what. */
const touchableFrom = (run: SessionRun): Map<number, Touchable> => {
  const first = new Map<number, Touchable>()
  let request = 0
  for (const body of bodiesOf(run.session, run.setting)) {
    const tape = scanJson(body)
    const segments =
      tape === undefined ? [] : atOnce(run.dialect.read(tape)).segments.filter(({ pinned }) => pinned !== 'user-text')
    segments.forEach((segment, result) => {
      if (mayBeShortened(segment) && !first.has(result)) first.set(result, { from: request, kind: segment.kind })
    })
    request += 1
  }
  return first
}

const representationOf = async (
  run: SessionRun,
  message: number,
  whole: string,
  touchable: Touchable | undefined,
): Promise<Representations> => {
  if (touchable === undefined || whole === '')
    return {
      message,
      touchableFrom: Number.POSITIVE_INFINITY,
      whole,
      lossless: whole,
      mild: whole,
      lossy: whole,
      milliseconds: 0,
    }
  const { from, kind } = touchable
  const spans = losslessSpans(whole)
  const lossless = spans === undefined ? whole : sliceSpans(whole, spans)
  const segment = { text: whole, ...defined({ kind }) }
  const leftBy = ({ result }: Answer): string => ('abstained' in result ? lossless : sliceSpans(whole, result.kept))
  const later = await run.compressor.ask('adeline-1', segment, 'repeated')
  const mild = leftBy(await run.compressor.ask('adeline-1', segment, 'arrival'))
  return { message, touchableFrom: from, whole, lossless, mild, lossy: leftBy(later), milliseconds: later.milliseconds }
}

/** The representations of each tool result of the session, in order. */
export const representationsOf = async (run: SessionRun): Promise<Representations[]> => {
  const from = touchableFrom(run)
  const results: Representations[] = []
  for (const [message, step] of run.session.steps.entries())
    if ('result' in step) results.push(await representationOf(run, message, step.result, from.get(results.length)))
  return results
}
