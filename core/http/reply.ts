// What streams back: status, headers, a body, and what must happen once the client has its last byte.

import { type Refusal, refusalBody, refusalHeaders } from './refusal.ts'

export type Ending = 'whole' | 'cut'

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly cookies: readonly string[]
  /** A body that throws was cut: the client's connection must break too. */
  readonly body: AsyncIterable<Uint8Array> | string
  /** To be called exactly once, when the body has been sent or has broken. Never rejects. */
  readonly settle: (ending: Ending) => Promise<void>
}

const nothingToSettle = async (): Promise<void> => {}

/** The service says no. */
export const refusalReply = (refusal: Refusal): Reply => ({
  status: refusal.status,
  headers: refusalHeaders(refusal),
  cookies: [],
  body: refusalBody(refusal),
  settle: nothingToSettle,
})
