// Made-up sessions of a shape by their numbers, and what they send.

import type { SentRequest } from '../../../eval/cost/search/client/sent-request.ts'
import { type MadeUpSession, madeUpSession } from '../../../eval/cost/search/client/session.ts'
import type { PaidRequest } from '../../../eval/cost/search/played/play.ts'
import type { ModelName } from '../../../eval/cost/search/shapes/models.ts'
import type { ShapeName } from '../../../eval/cost/search/shapes/shapes.ts'

/** The session of this number, whose provider keeps what it caches as long as is usual. */
export const session = (shape: ShapeName, model: ModelName, number: number): MadeUpSession =>
  madeUpSession({ number, shape, model, lifetime: model === 'gpt-5.4' ? '10m' : '5m' })

export const requestsOf = (one: MadeUpSession): SentRequest[] => [...one.waves()].flat()

export const bodyOf = ({ body }: SentRequest) => JSON.parse(body)

/** All that a request gave its provider to read. */
export const tokensOf = ({ directInput: { read, written, writtenLong, uncached } }: PaidRequest): number =>
  read + written + writtenLong + uncached
