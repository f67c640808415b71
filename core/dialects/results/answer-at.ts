// What came back of a call, as a history of files is told of it.

import { endOf, startOf, textBetween } from '../../json/read.ts'
import type { JsonTape } from '../../json/scan.ts'
import type { Answer } from '../../transcript/file-history.ts'

/** Enough of an answer to tell whether it is one. */
const beginningLength = 300

class AnswerAt implements Answer {
  readonly failed: boolean
  readonly characters: number
  readonly #tape: JsonTape
  readonly #start: number

  constructor(tape: JsonTape, content: number, failed: boolean) {
    this.failed = failed
    this.#tape = tape
    this.#start = startOf(tape, content)
    this.characters = endOf(tape, content) - this.#start
  }

  get beginning(): string {
    return textBetween(this.#tape, this.#start, this.#until)
  }

  get spelled(): string {
    return this.#tape.text.slice(this.#start, this.#until)
  }

  get #until(): number {
    return this.#start + Math.min(this.characters, beginningLength)
  }
}

/** `content`: the value that holds all of it. Of most answers nobody asks how they begin. */
export const answerAt = (tape: JsonTape, content: number, failed: boolean): Answer =>
  new AnswerAt(tape, content, failed)
