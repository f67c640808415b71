// What came back of a call, as a history of files is told of it.

import { endOf, startOf, textBetween } from '../json/read.ts'
import type { JsonTape } from '../json/scan.ts'
import type { Answer } from '../transcript/file-history.ts'

/** Enough of an answer to tell whether it is one. */
const beginningLength = 300

/** `content`: the value that holds all of it. Of most answers nobody asks how they begin. */
export const answerAt = (tape: JsonTape, content: number, failed: boolean): Answer => {
  const [start, end] = [startOf(tape, content), endOf(tape, content)]
  const until = Math.min(end, start + beginningLength)
  return {
    failed,
    characters: end - start,
    get beginning() {
      return textBetween(tape, start, until)
    },
    get spelled() {
      return tape.text.slice(start, until)
    },
  }
}
