// What stands around the service: the upstream with its caches, the table of records, and what becomes of the service itself.

import type { Range } from './range.ts'

/** Where the upstream keeps what it caches. */
export interface Upstream {
  /** How many places there are, none of which knows what another holds. */
  readonly places: number
  /** How often, 0 to 1, a request goes to any of them in place of the usual one, and a place forgets all it has before a request. */
  readonly strays: number
  readonly forgets: number
  /** Each place forgets after a pause that lies anywhere between a tenth and all of the lifetime, another one each time. */
  readonly wavers?: true
  /** How likely, 0 to 1, another place is the usual one from some request on: the key of another account. */
  readonly moves?: number
}

export const onePlace: Upstream = { places: 1, strays: 0, forgets: 0 }

/** How often the table of records does not do what it is asked to, 0 to 1. */
export interface Table {
  /** Asked, it does not answer in time. */
  readonly fails: number
  /** The same for a stretch of requests: how likely one begins with a request. */
  readonly outages: number
  /** What is written arrives after the next request, or never. */
  readonly late: number
  readonly lost: number
}

export const soundTable: Table = { fails: 0, outages: 0, late: 0, lost: 0 }

/** What becomes of the service amid a session. What is absent does not happen. */
export interface Surroundings {
  /** So many requests of each conversation went to its upstream directly, before the service stood between. */
  readonly begunDirectly?: Range
  /** How likely, 0 to 1, the client is pointed at its upstream from some request on, and back from another. */
  readonly goesOver?: number
  /** How likely, 0 to 1, the account has another policy from some request on. */
  readonly policyChanges?: number
  /** The upstream says of each request that its cache held nothing. */
  readonly tellsNoReads?: true
  /** Share of its conversations but the first that go to the upstream directly, all of their requests. */
  readonly besides?: number
  /** The service stands in so many regions, each with a table of its own; how likely, 0 to 1, another one serves from some request on. */
  readonly regions?: { readonly count: number; readonly failsOver: number }
  /** How likely, 0 to 1, the service's clock is another from some request on, and how far from the true one at most, in milliseconds. */
  readonly clockJumps?: { readonly often: number; readonly by: Range }
  /** The upstream charges long prompts twice. */
  readonly chargesLong?: true
  /** How likely, 0 to 1, the upstream answers with another model from some request on, and with the one that is asked for from another. */
  readonly fallsBack?: { readonly often: number; readonly back: number }
  /** What a request writes is read by others so much later, in milliseconds, and requests of one moment come before any is answered. */
  readonly seenLate?: Range
  /** How likely, 0 to 1, the cache has forgotten the end of what it holds. */
  readonly losesEnds?: number
  /** Tokens of each request that no marker reaches. */
  readonly fresh?: Range
  /** The upstream tells pictures by what they show, and not by their addresses. */
  readonly seesPictures?: true
  /** The upstream speaks one dialect to its model, whichever it is asked in. */
  readonly translates?: true
  /** The upstream reads a list of one text as that text, and an item of Responses that says that it is a message as one that does not. */
  readonly plainTexts?: true
  /** The upstream reads a system text as one of its developer, wherever it stands. */
  readonly oneSystem?: true
  /** The upstream reads no empty text, and one that it is given in pieces as one. */
  readonly skipsEmpty?: true
  readonly joinsTexts?: true
  /** The upstream reads what the model has thought up to the user's last words no more. */
  readonly forgetsReasoning?: true
  /** The upstream reads the form that is asked for, or what a request names, before all else. */
  readonly readsAsked?: true
  /** Ids of calls stand in no prompt. */
  readonly readsNoIds?: true
}
