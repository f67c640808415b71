// Files that `wrap` has changed: whether what stands in them is still good.

import { quoted } from '../files/private.ts'
import { tokensIn } from '../service/token-form.ts'
import type { World } from '../world/world.ts'
import { contentOf } from '../wrap/changed-file.ts'
import { readJournal } from '../wrap/journal.ts'
import { type Finding, failure, warning, well } from './finding.ts'

/** `token`: the present one, where somebody is signed in. `rewrap`: what writes the settings in this file once more; nothing for a file of another folder. */
export const wrappedFindings = (
  world: World,
  token: string | undefined,
  rewrap: (agent: string, path: string) => (() => void) | undefined,
): Finding[] =>
  readJournal(world).flatMap(({ agent, path }) => {
    const content = contentOf(path)
    const again = `compaction wrap ${agent}`
    if (content === undefined) return [warning('A wrapped file is gone.', path, `compaction unwrap ${agent}`)]
    const tokens = tokensIn(content.bytes.toString('utf8'))
    if (token === undefined && tokens.length > 0)
      return [failure(`${agent} is wrapped, and nobody is signed in.`, path, `compaction unwrap ${agent}`)]
    if (tokens.some((one) => one !== token))
      return [
        failure(`${agent} is wrapped with a token that is not the present one.`, path, again, rewrap(agent, path)),
      ]
    if ((content.mode & 0o077) !== 0 && tokens.length > 0 && world.platform !== 'win32')
      return [
        failure('Others on this machine can read the token of a wrapped agent.', path, `chmod 600 ${quoted(path)}`),
      ]
    return [well(`${agent} is wrapped`, path)]
  })
