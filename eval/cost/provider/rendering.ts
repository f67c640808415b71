// What a request says beside its text and its provider renders into the prompt, or takes out of it: a change of that ends all reading
// from where it stands. Where the documentation can be read in two ways there are two rules, and both are played.

/** How a line of the system text begins that Claude Code writes anew with each request. */
export const billingHeader = 'x-anthropic-billing-header'

export interface Rendering {
  /** That line is taken out. */
  readonly withoutBilling?: boolean
  /** Ids of calls are left out, and with `withoutSignatures` what addresses of pictures end in: a model reads neither. */
  readonly withoutIds?: boolean
  readonly withoutSignatures?: boolean
  /** Lists of one text are that text, and items of Responses may say that they are messages. */
  readonly plainTexts?: boolean
  /** Empty texts are left out, and what an answer says is one text, however many it comes in. */
  readonly skipsEmpty?: boolean
  readonly joinsTexts?: boolean
  /** Answers of chat completions are what the model has thought, and what it has said. */
  readonly reasons?: boolean
  /** System texts are the developer's, in a message or in a member of the body. */
  readonly oneSystem?: boolean
  /** Members of the body that stand before the tools, before the system text, and before the conversation. */
  readonly tools?: readonly string[]
  readonly system?: readonly string[]
  readonly messages?: readonly string[]
  /** Before the conversation stands whether there are images, or how many. */
  readonly images?: 'whether' | 'how many'
  /** Models that are sent no old thinking. */
  readonly forgetsThinking?: RegExp
  /**
   * What a turn is whose thinking stays. `answers`: one answer; without being asked, all since the user's last words. `runs`: all from the
   * user's words to the next; without being asked, the last one that thinks.
   */
  readonly thinkingTurns?: 'answers' | 'runs'
  /**
   * Old results are cleared, beyond the length that a client has named, anew with each request by all that it repeats; or what was
   * cleared once stays so, and counts no more.
   */
  readonly clearing?: 'each request' | 'once'
  /** Tokens of a prompt beyond which the oldest items are left out, where a request of Responses asks for that. */
  readonly window?: number
}

/** Anthropic's models before Opus 4.5 and Sonnet 4.6, and each Haiku. */
const forgetsThinking = /haiku|sonnet-4[-.]5/

/** By "What invalidates the cache", platform.claude.com, prompt caching, read 2026-11. Thinking and effort stand before the tools with some models. */
const anthropic: readonly Rendering[] = [
  {
    system: ['speed'],
    messages: ['tool_choice', 'thinking', 'output_config'],
    images: 'whether',
    forgetsThinking,
    thinkingTurns: 'answers',
    clearing: 'each request',
  },
  {
    tools: ['thinking', 'output_config'],
    system: ['speed'],
    messages: ['tool_choice'],
    images: 'how many',
    forgetsThinking,
    thinkingTurns: 'runs',
    clearing: 'once',
  },
]

/** OpenAI names images and tools alone (developers.openai.com, prompt caching, read 2026-11); or what the model is told of its effort as well. */
const openai: readonly Rendering[] = [{}, { tools: ['reasoning', 'reasoning_effort', 'tool_choice'] }]

/** One for each way in which a provider's rules can be read. */
export const renderings = { anthropic, openai }
