// The model of the demo, behind a provider on this machine. It says the next step of the session and caches prompts as
// providers do.

import { countTokens } from '../../compressor/text/tokens.ts'
import type { PromptTokens, Said } from '../../testkit/provider/answers/said.ts'
import { type Prompt, turnOf } from '../../testkit/provider/prompt.ts'
import { promptCache } from '../../testkit/provider/prompt-cache.ts'
import { openProvider, type Provider } from '../../testkit/provider/server.ts'
import { steps } from './session.ts'

/** Milliseconds until the first word, and between words. */
const pace = { first: 30, between: 4 }

export interface DemoProvider extends Provider {
  /** The request body that was received last. */
  lastBody(): string
}

/** The text of a part of a request, without its spelling as JSON. */
const textOf = (part: unknown): string => {
  if (typeof part === 'string') return part
  if (Array.isArray(part)) return part.map(textOf).join('\n')
  if (typeof part === 'object' && part !== null) return Object.values(part).map(textOf).join('\n')
  return String(part ?? '')
}

/** The next step. Throws when the session is over. */
const nextStep = (prompt: Prompt): Said => {
  const step = steps[turnOf(prompt) - 1]
  if (step === undefined) throw new Error('The session has no further step.')
  const { says, asks } = step
  const words = says.match(/\S+\s*/g) ?? []
  return asks === undefined ? { words } : { words, call: { name: asks.tool, input: asks.input } }
}

/** One cache for each provider: Anthropic's for prompts of any length, OpenAI's from 1,024 tokens on in steps of 128. */
const caches = (): ((prompt: Prompt) => PromptTokens) => {
  const options = { tokensOf: (part: unknown) => countTokens(textOf(part)), holds: 'every-beginning' } as const
  const anthropic = promptCache(options)
  const openai = promptCache(options)
  return ({ path, system, tools, messages }) => {
    if (path.startsWith('/v1/messages')) return anthropic([[system, tools], ...messages])
    const { total, read } = openai([[tools], ...messages])
    return { total, read: read < 1_024 ? 0 : Math.floor(read / 128) * 128, written: 0 }
  }
}

/** Listens on any free port of this machine. */
export const openDemoProvider = async (): Promise<DemoProvider> => {
  let last = ''
  const provider = await openProvider({
    say: nextStep,
    tokensOf: caches(),
    pace,
    seen: ({ body }) => {
      last = body.toString('utf8')
    },
  })
  return { ...provider, lastBody: () => last }
}
