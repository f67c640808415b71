// The upstream of every measurement, in a process of its own. Bodies are waited for, as a provider has to read a prompt
// before it says a word, and dropped.

import { openProvider } from '../../testkit/provider/server.ts'
import { announce } from '../processes/answer-parent.ts'
import { usedTokens } from '../requests/agent-session.ts'

const { port, counts } = await openProvider({
  keepsBodies: false,
  // A client that asks for no caching tells it to say `unread`.
  tokensOf: () => usedTokens({ isCached: true }),
})
announce({ port }, { counts: () => counts })
