// How the client of a made-up session writes its requests, beside what is said in them.

import type { MeasuredDialect } from '../../../../testkit/data/conversation.ts'

/** Where the client of a marked cache puts its markers. */
export const markings = [
  'usual',
  'agent',
  'last',
  'top-level',
  'top-level and system',
  'two turns',
  'spread',
  'anywhere',
  'system',
  'none',
] as const
/** Where clients of some shapes do beside these: further back with each request, whenever so many blocks have come, or at the first four places alone. */
export type Marking = (typeof markings)[number] | 'walking back' | 'stepped' | 'first four'

export interface Tool {
  readonly name: string
  readonly description: string
  readonly defer_loading?: true
}

export interface Writing {
  readonly dialect: MeasuredDialect
  readonly model: string
  readonly tools: readonly Tool[]
  /** Members of the body that say how the model is to answer. */
  readonly settings: Readonly<Record<string, unknown>>
  readonly marking: Marking
  /** Whether the members of its messages are named from the last to the first. */
  readonly reversed: boolean
  /** Whether results are lists of blocks, and messages of one text are strings where nothing is marked. */
  readonly lists: boolean
  readonly strings: boolean
  /** Whether answers are named in place of what they say, and a line that stands before the system text. */
  readonly references: boolean
  readonly billing: string | undefined
  /** A text behind the system text, and whether it is marked in place of that. */
  readonly volatile: { readonly text: string; readonly isMarked: boolean } | undefined
  /** Whether results and the blocks of answers share a message. */
  readonly grouped: boolean
  /** Whether a character is spelled as an escape. */
  readonly escapes: boolean
  /** Whether whole numbers are spelled with a fraction. */
  readonly fractions: boolean
  /** How the system text is named in the dialects of OpenAI. */
  readonly systemAs: (typeof systemNames)[number]
  /** Whether the last marker stands in the instructions behind the newest turn. */
  readonly marksInstructions: boolean
  /** Whether answers of chat completions say what the model has thought. */
  readonly reasons: boolean
  /** Whether texts of chat completions have markers. */
  readonly marksChat: boolean
  /** Lifetimes asked for, of what stands before the conversation, of the conversation, and of all that is marked in it before the last marker. */
  readonly long: { readonly frame: boolean; readonly conversation: boolean; readonly older?: boolean }
  /** From 0 to 1, for markers anywhere. */
  readonly chance: () => number
}

/** As its dialect names it most often, by the other role, or as a member of the body, which chat completions do not have. */
export const systemNames = ['usual', 'other role', 'member'] as const

/** Of each tool. */
export const toolSchema = { type: 'object', properties: { command: { type: 'string' } } }

export type Block = Readonly<Record<string, unknown>>
