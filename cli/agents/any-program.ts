// How any other program is started: with the variables that clients read. What no variable can say is said to the person.

import type { Start, Started } from '../runs/start.ts'
import { claudeVariables, modeHeader, serviceHeader, tokenVariable, withModeHeader } from '../service/variables.ts'
import { Failed } from '../world/faults.ts'

export const startAny = ({ world, route, mode, words: [program, ...words] }: Start): Started => {
  if (program === undefined) throw new Failed('Nothing to run was given: compaction run -- PROGRAM')
  const headers = world.environment.ANTHROPIC_CUSTOM_HEADERS ?? ''
  return {
    program,
    words: () => words,
    environment: {
      ...claudeVariables(route, withModeHeader(headers, mode)),
      OPENAI_BASE_URL: `${route.baseUrl}/openai/v1`,
      COMPACTION_BASE_URL: route.baseUrl,
      [tokenVariable]: route.token,
    },
    notes: [
      `Base URLs are set. Most clients take no header from a variable: give yours ${serviceHeader} from ${tokenVariable}.`,
      ...(mode === 'account' ? [] : [`For this run also: ${modeHeader}: ${mode}`]),
    ],
  }
}
