// What clients do now and then, beside what they do with every request.

/** How likely each act is to come instead of a plain next request, 0 to 1. */
export interface Acts {
  readonly retry: number
  /** The upstream answers that it is overloaded, and the client tries again. */
  readonly fail: number
  /** Several branches at once, from one point. */
  readonly fanOut: number
  /** Back to an earlier turn, or on with another branch. */
  readonly fork: number
  readonly clear: number
  readonly remind: number
  readonly cut: number
  /** A call goes out of the history, with its result. */
  readonly drop: number
  readonly switchModel: number
  readonly newSystem: number
  /** The client names the members of its messages in another order from then on. */
  readonly reorder: number
  readonly compact: number
  /** A tool comes, goes, or stands elsewhere from then on. */
  readonly tools: number
  /** The request says otherwise from then on how it is to be answered. */
  readonly setting: number
  /** The client sends the same request again and again, so that what is cached outlives a pause. */
  readonly keepWarm: number
  /** The client hangs up in the middle of the answer, and goes on without it or with what it has of it. */
  readonly leave: number
  /** The client asks something beside the conversation, with all of it, and goes on without the answer. */
  readonly aside: number
  /** One of the oldest results that are whole is cut to its beginning. */
  readonly truncate: number
  /** The client puts its markers elsewhere from then on, or asks for other lifetimes. */
  readonly mark: number
  readonly live: number
  /** The system text gains a sentence. */
  readonly growSystem: number
  /** The client asks for a title, for the topic or for anything else of the conversation, with another system text and without tools. */
  readonly sideCall: number
  /** The client has the conversation summed up, and goes on from the summary and the newest turns. */
  readonly summarise: number
  /** One request comes without old results, and the next has them again. */
  readonly clearOnce: number
  /** A result says something else from then on. */
  readonly update: number
  /** The first turn does. */
  readonly beginOtherwise: number
  /** The provider takes the request in, and its answer never comes; the client tries again. */
  readonly breakOff: number
  /** All calls have other ids from then on. */
  readonly rename: number
  /** A result of one of the last turns says more, behind what it has said. */
  readonly grow: number
  /** The process that serves the request is killed while the answer streams, and all others with it; the client tries again. */
  readonly kill: number
  /** The upstream takes the request in and fails; the client tries again. */
  readonly failLate: number
  /** The client spells its model otherwise from then on: by its date, or without. */
  readonly otherName: number
  /** The client asks to be served faster or later from then on, at another price. */
  readonly tier: number
  /** Several calls go out of the history at once, with their results. */
  readonly dropSeveral: number
  /** Some of the older results that are whole give way to a remark. */
  readonly clearSome: number
  /** The upstream takes the request in and begins to answer, and an error ends that; the client tries again. */
  readonly failMidway: number
  /** The upstream refuses the request for what the model has thought; the client tries again without any of it. */
  readonly forgetThinking: number
  /** The client asks its provider to clear old results from then on, or no more. */
  readonly edits: number
  /** The same request goes out several times at once, and each answer is gone on from. */
  readonly twice: number
  /** Back to one of the newest turns, with other words or the same. */
  readonly rewind: number
  /** The client spells a character of its texts otherwise from then on: as an escape, or as itself. */
  readonly escape: number
  /** Each result has a message of its own from then on, and each block of an answer; or they share one. */
  readonly regroup: number
  /** The client asks its provider to keep what it caches for a day from then on, or for minutes, or asks nothing of it. */
  readonly retain: number
  /** The addresses of all pictures are signed anew. */
  readonly sign: number
  /** The newest turn comes again with results that say more, less or something else. */
  readonly amend: number
  /** The client spells the numbers of its calls otherwise from then on. */
  readonly numbers: number
  /** The client speaks the other dialect of its provider from then on. */
  readonly speak: number
  /** The answer ends where it may be no longer; the client has the model go on, and keeps both as one answer. */
  readonly runOver: number
  /** One request comes with calls spelled anew and with results cut in their middle, and the next as before. */
  readonly rebuildOnce: number
  /** The system text stands elsewhere or under another role from then on. */
  readonly entitle: number
  /** The client sends its pictures themselves from then on, or where they are stored. */
  readonly upload: number
  /** The client names the cache that it asks for otherwise from then on. */
  readonly rekey: number
  /** The upstream refuses the request because it is too long; the client sends it again without its oldest turns. */
  readonly overflow: number
  /** The same request goes out several times at once, and the client hangs up on all but one of them. */
  readonly hedge: number
  /** The client asks for a token, so that what it is about to send is cached. */
  readonly warm: number
  /** The client sends guessed results, hangs up, and sends the true ones. */
  readonly guess: number
  /** The upstream refuses several requests in a row, and the client tries again. */
  readonly throttle: number
  /** The provider sums up what was said within its answer, and reads nothing before that from then on; the client sends all of it. */
  readonly block: number
  /** A summary is asked for while the conversation goes on, and takes the place of what it sums up some turns later. */
  readonly sumBeside: number
  /** A summary takes the place of all but what the user has said. */
  readonly keepWords: number
  /** The request asks for answers of another form from then on. */
  readonly schema: number
  /** The request names other skills, servers or variables from then on, which its provider reads before the conversation. */
  readonly skill: number
  /** Another release of the client goes on: with another system text, tools, settings, names. */
  readonly release: number
  /** Agents are sent out with all of the conversation, each with a task of its own, and the client goes on with what they say. */
  readonly delegate: number
  /** Another model is asked first, and its answer is not good enough. */
  readonly escalate: number
}

export const noActs: Acts = {
  retry: 0,
  fail: 0,
  fanOut: 0,
  fork: 0,
  clear: 0,
  remind: 0,
  cut: 0,
  drop: 0,
  switchModel: 0,
  newSystem: 0,
  reorder: 0,
  compact: 0,
  tools: 0,
  setting: 0,
  keepWarm: 0,
  leave: 0,
  aside: 0,
  truncate: 0,
  mark: 0,
  live: 0,
  growSystem: 0,
  sideCall: 0,
  summarise: 0,
  clearOnce: 0,
  update: 0,
  beginOtherwise: 0,
  breakOff: 0,
  rename: 0,
  grow: 0,
  kill: 0,
  failLate: 0,
  otherName: 0,
  tier: 0,
  dropSeveral: 0,
  clearSome: 0,
  failMidway: 0,
  forgetThinking: 0,
  edits: 0,
  twice: 0,
  rewind: 0,
  escape: 0,
  regroup: 0,
  retain: 0,
  sign: 0,
  amend: 0,
  numbers: 0,
  speak: 0,
  runOver: 0,
  rebuildOnce: 0,
  entitle: 0,
  upload: 0,
  rekey: 0,
  overflow: 0,
  hedge: 0,
  warm: 0,
  guess: 0,
  throttle: 0,
  block: 0,
  sumBeside: 0,
  keepWords: 0,
  schema: 0,
  skill: 0,
  release: 0,
  delegate: 0,
  escalate: 0,
}
