// The upstream of every measurement, in a process of its own. Bodies are waited for, as a provider has to read a prompt
// before it says a word, and dropped.

import { openProvider } from '../testkit/provider/server.ts'
import { announce } from './answer-parent.ts'

const { port, counts } = await openProvider({
  keepsBodies: false,
  tokensOf: () => ({ total: 50_000, read: 48_000, written: 0 }),
})
announce({ port }, { counts: () => counts })
