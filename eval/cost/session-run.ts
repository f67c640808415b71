// One session as it is sent to a provider: what is the same whatever stands between the client and the provider.

import type { Dialect } from '../../core/dialects/dialect.ts'
import type { BenchCompressor } from './engine.ts'
import type { CachedInput, PromptCache } from './provider/caches.ts'
import { type Prompt, promptOf } from './provider/prompt.ts'
import type { Setting } from './requests.ts'
import type { Session } from './sessions/session.ts'

export interface SessionRun {
  readonly session: Session
  readonly setting: Setting
  /** As the service reads it: decides what may be touched. */
  readonly dialect: Dialect
  /** When each request is sent, in milliseconds. */
  readonly times: readonly number[]
  readonly cache: () => PromptCache
  /** How long it holds what was sent last, in milliseconds. */
  readonly lifetime: number
  readonly compressor: BenchCompressor
}

/** One request as the provider saw it. */
export interface Observed {
  readonly prompt: Prompt
  readonly input: CachedInput
  /** Milliseconds that were added before the first byte came back. */
  readonly added: number
  /** What the service said of it, where there was one: effective tokens before and after. */
  readonly claimed?: { readonly before: number; readonly after: number }
}

/** Takes a session to the provider, request by request. */
export type Strategy = (run: SessionRun) => AsyncIterable<Observed>

/** A provider that has seen nothing yet. */
export const providerOf = (run: SessionRun): ((body: string, now: number) => Pick<Observed, 'prompt' | 'input'>) => {
  const cache = run.cache()
  return (body, now) => {
    const prompt = promptOf(body)
    return { prompt, input: cache(prompt, now) }
  }
}
