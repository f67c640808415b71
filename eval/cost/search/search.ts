// Looks for a session that the service makes dearer: any number of made-up sessions of every shape, each against what it
// costs with nothing in between.

import type { CompactionMode } from '../../../core/access/policy.ts'
import { defined } from '../../../core/collections/defined.ts'
import { sum } from '../../../testkit/report/statistics.ts'
import { madeUpSession } from './client/session.ts'
import { type PaidRequest, played } from './played/play.ts'
import type { Lifetime, ModelName } from './shapes/models.ts'
import { models } from './shapes/models.ts'
import type { SessionName } from './shapes/session-name.ts'
import type { ShapeName } from './shapes/shapes.ts'

/** No session may cost more than this, against direct. */
export const limit = 1.01

export interface SearchOptions {
  readonly sessions: number
  /** The number of the first session. */
  readonly seed: number
  readonly shapes: readonly ShapeName[]
  readonly models: readonly ModelName[]
  /** Absent: whatever the model has. */
  readonly lifetimes?: readonly Lifetime[]
}

export interface SessionBill {
  readonly requests: number
  /** Effective input tokens, and those that receipts claim to have saved. */
  readonly ours: number
  readonly direct: number
  readonly claimed: number
  /** What the dearest of its conversations cost, as a share of the same sent directly. */
  readonly ratio: number
  /** The claims say of themselves that they are estimates. */
  readonly estimated: boolean
  /** The request that lost most against direct, and how many came before it. */
  readonly dearest?: { readonly index: number; readonly request: PaidRequest }
}

export interface SessionFound extends SessionBill {
  readonly name: SessionName
  readonly mode: CompactionMode
}

/** The names of the sessions: shapes, models and lifetimes in turn. */
export function* namesOf({ sessions, seed, shapes, models: asked, lifetimes }: SearchOptions): Generator<SessionName> {
  const kinds = shapes.flatMap((shape) =>
    asked.flatMap((model) =>
      models[model].lifetimes
        .filter((lifetime) => lifetimes === undefined || lifetimes.some((one) => one === lifetime))
        .map((lifetime) => ({ shape, model, lifetime })),
    ),
  )
  if (kinds.length === 0) return
  // Far apart, so that a short search sees every shape and every model.
  const stride = 7_919
  for (let index = 0; index < sessions; index += 1) {
    const kind = kinds[(index * stride) % kinds.length]
    if (kind !== undefined) yield { number: seed + index, ...kind }
  }
}

const conversationsOf = (requests: readonly PaidRequest[]): readonly (readonly PaidRequest[])[] =>
  [...new Set(requests.map(({ sent }) => sent.conversation))].map((which) =>
    requests.filter(({ sent }) => sent.conversation === which),
  )

/** What costs the same is as dear, nothing too. */
const ratioOf = (requests: readonly PaidRequest[]): number => {
  const ours = sum(requests.map((request) => request.ours))
  const direct = sum(requests.map((request) => request.direct))
  return ours === direct ? 1 : ours / direct
}

/** What a session has cost, by its requests. */
export const sessionBill = (requests: readonly PaidRequest[]): SessionBill => {
  const lost = ({ ours, direct }: PaidRequest): number => ours - direct
  const dearest = requests.reduce<SessionBill['dearest']>(
    (most, request, index) => (most === undefined || lost(request) > lost(most.request) ? { index, request } : most),
    undefined,
  )
  return {
    requests: requests.length,
    ours: sum(requests.map(({ ours }) => ours)),
    direct: sum(requests.map(({ direct }) => direct)),
    claimed: sum(requests.map(({ claimed }) => claimed)),
    ratio: Math.max(...conversationsOf(requests).map(ratioOf)),
    estimated: requests.some(({ estimated }) => estimated),
    ...defined({ dearest }),
  }
}

const found = async (name: SessionName): Promise<SessionFound> => {
  const session = madeUpSession(name)
  return { name, mode: session.mode, ...sessionBill(await played(session)) }
}

/** Every session of the search, one after the other. */
export async function* search(options: SearchOptions): AsyncGenerator<SessionFound> {
  for (const name of namesOf(options)) yield found(name)
}
