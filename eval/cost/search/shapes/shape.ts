// What a shape of a made-up session says, and the plain one that all others bend: an agent that calls one tool a turn.

import { type Chance, pick } from '../../sessions/chance.ts'
import { type Acts, noActs } from './acts.ts'
import type { Habits } from './habits.ts'
import type { Range } from './range.ts'
import { onePlace, type Surroundings, soundTable, type Table, type Upstream } from './surroundings.ts'
import type { Marking } from './writing.ts'

export type Pauses = 'quick' | 'usual' | 'near the end of life' | 'slow' | 'every scale'

export interface Shape {
  readonly requests: Range
  /** Tokens of the system text, and of the tools. */
  readonly system: Range
  readonly tools: Range
  /** Parallel calls of a turn. */
  readonly calls: Range
  readonly resultTokens: Range
  readonly saidTokens: Range
  /** Tokens that a character stands for, of each text; absent: one. */
  readonly density?: Range
  /** Tokens of a character and of a word of what is said, in a session; absent: as `density` says. Results are denser by so much, each by its own. */
  readonly words?: { readonly density: Range; readonly tokens: Range; readonly denser: Range }
  /** Tokens that the provider makes of one of the engine's, of each kind of text; absent: one. */
  readonly tokenRates?: Range
  /** Shares of the results: JSON with white space, file reads, errors, of which an engine keeps all. */
  readonly json: number
  /** All of them are JSON of many members, with single blanks between their marks; `enveloped`: each in a block that is printed as JSON. */
  readonly records?: 'bare' | 'enveloped'
  readonly reads: number
  readonly errors: number
  readonly abstained: number
  /** Share of the results that say again, line by line, what an earlier one has said. */
  readonly repeats: number
  /** Share of the model's turns that say what those of every other conversation say at this point, ids included. */
  readonly scripted: number
  /** Of sessions whose agent calls its tools in plain text. */
  readonly inText: number
  /** What an engine keeps of the others, 0 to 1. */
  readonly keeps: Range
  readonly pauses: Pauses
  readonly markings: readonly Marking[]
  readonly acts: Acts
  /** Share of the compressor's calls that fail, and of sessions in which all do from some request on. */
  readonly late: number
  readonly dead: number
  /** Versions of the engine that answer, any of them each time, while it is being replaced; each keeps less of a text than the one before. */
  readonly versions: number
  /** Shares of the answers that say what was used, and, of those, that leave some of it out. */
  readonly usage: number
  readonly partUsage: number
  /** Shares of the turns and results that have an image; of the user's words that come with a document, in several messages, or with how the answer begins. */
  readonly images: number
  readonly documents: number
  readonly more: number
  readonly prefills: number
  /** Shares of the client's turns that end in instructions, and of the sessions that send the newest of them alone. */
  readonly instructions: number
  readonly newestInstruction: number
  /** They say the same each time. */
  readonly sameInstruction: boolean
  /** Shares of the model's turns that think, and of those with calls that say nothing; of the sessions that send the last thinking alone. */
  readonly thinks: number
  readonly silent: number
  readonly forgets: number
  /** Share of the sessions whose client asks the provider to clear thinking. */
  readonly clearsThinking: number
  /** Of sessions whose results are lists of blocks. */
  readonly lists: number
  /** Shares of the sessions whose client asks the provider to clear old results, or to compact all of it, beyond a length. */
  readonly clearsResults: number
  readonly compactsAt: number
  /** Of those whose client leaves a remark of all but the newest results, and of those that send the newest turns alone. */
  readonly elides: number
  readonly slides: number
  /** Conversations of one account, side by side, and whether they share their tools and their system text. */
  readonly conversations: Range
  readonly sharesFrame: boolean
  /** Share of the answers after which the client goes on before what they leave is written down. */
  readonly hasty: number
  /** How many processes serve the session, and how far their clocks are apart at most, in milliseconds. */
  readonly environments: number
  readonly skew: number
  readonly table: Table
  readonly upstream: Upstream
  /** Share of the answers behind which nothing is decided: the process decides for as many others as it may at once. */
  readonly busy: number
  /** Each process knows the policy of another moment: some ask the engine at once, some behind the answer. */
  readonly modes: boolean
  readonly habits: Habits
  readonly surroundings: Surroundings
}

export const plain: Shape = {
  requests: [3, 60],
  system: [50, 8_000],
  tools: [50, 20_000],
  calls: [1, 1],
  resultTokens: [40, 8_000],
  saidTokens: [20, 400],
  json: 0.15,
  reads: 0.2,
  errors: 0.05,
  abstained: 0.2,
  repeats: 0,
  scripted: 0,
  inText: 0,
  keeps: [0.05, 0.9],
  pauses: 'usual',
  markings: ['usual', 'agent'],
  acts: noActs,
  late: 0,
  dead: 0,
  versions: 1,
  usage: 1,
  partUsage: 0,
  images: 0,
  documents: 0,
  more: 0,
  prefills: 0,
  instructions: 0,
  newestInstruction: 0,
  sameInstruction: false,
  thinks: 0,
  silent: 0,
  forgets: 0,
  clearsThinking: 0,
  lists: 0,
  clearsResults: 0,
  compactsAt: 0,
  elides: 0,
  slides: 0,
  conversations: [1, 1],
  sharesFrame: false,
  hasty: 0,
  environments: 1,
  skew: 0,
  table: soundTable,
  upstream: onePlace,
  busy: 0,
  modes: false,
  habits: {},
  surroundings: {},
}

/** Agents that make one call at a time and say nothing beside it. */
export const silently: Pick<Shape, 'calls' | 'silent'> = { calls: [1, 1], silent: 1 }

/** Agents that make a few calls at a time, and rest as long as their users do. */
export const paced = (chance: Chance): Shape => ({
  ...plain,
  calls: [1, 3],
  pauses: pick(chance, ['quick', 'usual', 'near the end of life', 'every scale']),
})

/** The same, whose users try something else now and then. */
export const forking = (chance: Chance): Shape => ({ ...paced(chance), acts: { ...noActs, fork: 0.02 } })
