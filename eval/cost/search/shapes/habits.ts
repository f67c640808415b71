// What agents and kits do with every request of theirs, beside the acts that come now and then. What is absent a shape's clients do not do.

import type { Range } from './range.ts'

export interface Habits {
  /** Words that one turn alone has and that move on with the conversation: passages found for the newest question, open files, a screen, a list of what is to be done. */
  readonly floats?: {
    readonly tokens: Range
    /** They move on whenever so many turns have come: with 1 they stand in the newest. */
    readonly every: Range
    /** How likely, 0 to 1, they say something else with the next turn. */
    readonly changes: number
  }
  /** Agents that speak in one conversation, each with a system text and tools of its own. */
  readonly speakers?: Range
  /** Tools that come in another order each time: they are listed as their servers answer. */
  readonly shuffled?: Range
  /** Pictures that are sent, of screens most of all: the newest, and old ones go so many at a time. */
  readonly pictures?: Range
  /** Turns with which all conversations of the session begin: examples, or a history that is imported. */
  readonly beginning?: Range
  /** Share of the model's turns that ask what it asked before in the same words, while nothing has changed. */
  readonly polls?: number
  /** Share of the user's turns and of the results that name a file of the provider's in place of its text. */
  readonly files?: { readonly share: number; readonly tokens: Range }
  /** How often the provider asks its model for one answer, because it runs tools of its own: usage is the sum. */
  readonly rounds?: Range
  /** Agents without tools list the calls of their model, and begin what these have given with a word of theirs. */
  readonly listsCalls?: true
  /** Messages are plain strings, but where something in them is marked. */
  readonly strings?: true
  /** Markers of older turns ask for an hour, and that of the newest for five minutes. */
  readonly olderForLonger?: true
  /** Each call stands before its own result, and the next call of the same answer behind that. */
  readonly interleaves?: true
  /** Pictures beyond so many of the newest are sent smaller, so many at a time. */
  readonly scaled?: Range
  /** The provider keeps the history, and is sent what is new; how often, 0 to 1, the client sends all of it. */
  readonly continues?: { readonly whole: number }
  /** The provider keeps its answers, and is sent what names them. */
  readonly references?: true
  /** Tools that come are looked up by the model, and stand in no prompt before. */
  readonly defers?: true
  /** The system text begins with a line that is another with each request; whether the provider takes it out. */
  readonly billing?: 'taken out' | 'read'
  /**
   * What came before the user's last words has been written down and read back. `bare`: without members of answers that say nothing; `sorted`:
   * with the members of records and arguments in the order of their names; `texts`: with lists of one text as that text; `trimmed`: without
   * carriage returns and blanks at the end of what is said; `unflagged`: without what says that a result is an error; `instructed`: with words
   * that came beside results as instructions; `typed`: without carriage returns and blanks at the end of what the user said; `filled`: without
   * empty texts; `stamped`: without the time at which the user spoke; `normalised`: with accents on their letters, and without carriage returns
   * and blanks before the end of a line; `cited`: with one text in place of several with citations; `unreasoned`: without what the model has thought;
   * `unrun`: without what the provider's own tools have given.
   */
  readonly stored?:
    | 'bare'
    | 'sorted'
    | 'texts'
    | 'trimmed'
    | 'unflagged'
    | 'instructed'
    | 'typed'
    | 'filled'
    | 'stamped'
    | 'normalised'
    | 'cited'
    | 'unreasoned'
    | 'unrun'
  /** Tokens that all older results share: what is longer than its part of them loses its middle, another one with each request. */
  readonly budget?: Range
  /** The last marker stands in the instructions behind the newest turn, where there are any. */
  readonly marksInstructions?: true
  /** The first request to another model comes without any thinking. */
  readonly forgetsAtSwitch?: true
  /** Pictures go by themselves at first, and by where they are stored once they have been sent there. */
  readonly uploads?: true
  /** The calls of each answer have the same ids, beginning with the first. */
  readonly sameIds?: true
  /** Results come in the order in which tools end; whether that of the calls takes its place in the next turn. */
  readonly asTheyCome?: 'for good' | 'at first'
  /** Arguments name their members in another order with each request. */
  readonly anyOrder?: true
  /** Chat completions with markers in their texts, as gateways take them for Claude. */
  readonly markedChat?: true
  /** A text of its own behind the system text, as of the state of a repository; how often, 0 to 1, it is another with the next turn, and that one of those before. Whether it is marked in place of the system text. */
  readonly volatile?: { readonly changes: number; readonly returns: number; readonly isMarked: boolean }
  /** Each conversation asks its provider to keep what it caches for a day, or for minutes, or asks nothing of it. */
  readonly retains?: true
  /** Pictures are named by signed addresses. */
  readonly addresses?: true
  /** Several tools from the start. `dated`: their descriptions say of which day they are; `connect`: those of another server come together; `subsets`: each conversation but the first has some of them, and the system text of the first. */
  readonly servers?: 'dated' | 'connect' | 'subsets'
  /** The newest result ends a cached prefix, by a member of its text. */
  readonly breakpoints?: true
  /** Calls have a number among their arguments. */
  readonly numbers?: true
  /** Requests of OpenAI's dialects name the cache that they ask for. */
  readonly keysCache?: true
  /** Some calls have two results: for good, until the next turn, or from then on. */
  readonly doubles?: 'for good' | 'at first' | 'once stored'
  /** The whole session, or its beginning, is played again so many times. */
  readonly runsAgain?: Range
  /** Tokens that a model holds: clients of Responses have their provider leave out the oldest items beyond. */
  readonly window?: Range
  /** Chat completions tell what the model has thought, in a member of its answers. */
  readonly reasons?: true
  /** Share of the model's turns that have what a tool of the provider's has given. */
  readonly runs?: number
  /** What old pictures have shown is told in words. */
  readonly captions?: true
}
