// A stranger's protocol: the operator's commands of the README and of docs/accounts.md, pasted one after the other as they
// stand there, against the data of a service on this machine.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { temporaryFolder } from './service-process.ts'

const root = join(import.meta.dirname, '..', '..')

/** The operator's commands in the code blocks of a page, without their comments. */
const commandsOf = (page: string): string[] =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/^npm run -s operator -- (.*?)(?: +#.*)?$/gm)].map(
    ([, words = '']) => words.trim(),
  )

/** What npm makes of `npm run -s operator -- …`, without the half second that npm takes for it. */
const shortcut = `npm() { shift 4; '${process.execPath}' bin/operator.ts "$@"; }`

const paste = async (
  words: string,
  data: string,
  before: string,
): Promise<{ code: number; out: string; err: string }> => {
  const command = `${before}\nnpm run -s operator -- ${words} --data '${data}'`
  const shell = spawn('/bin/sh', ['-c', command], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, err, [code]] = await Promise.all([text(shell.stdout), text(shell.stderr), once(shell, 'close')])
  return { code, out, err }
}

it.each([
  ['README.md', 4, ''],
  ['docs/accounts.md', 14, shortcut],
])(
  'the operator’s commands of %s work as they stand there, in their order',
  { timeout: 120_000 },
  async (page, least, before) => {
    const data = temporaryFolder()
    const commands = commandsOf(page)
    expect(commands.length).toBeGreaterThanOrEqual(least)
    let [keyId, invitationId] = ['none', 'none']
    for (const words of commands) {
      // A session, a log, a bucket and somebody who has joined are the reader's own.
      if (words.startsWith('session ') || /s3:|--log|--person/.test(words)) continue
      const named = words.replace('INVITATIONID', invitationId).replace('KEYID', keyId)
      const { code, out, err } = await paste(named, data, before)
      expect({ words, code, err: err.replace(/^npm warn .*\n/gm, '') }).toEqual({
        words,
        code: 0,
        err: expect.stringMatching(/^(\(on the data in .*\)\n)?$/),
      })
      expect(out.split('\n').filter((line) => line.length > 80 && !words.includes('--csv'))).toEqual([])
      keyId = /^keyId +(\S+)$/m.exec(out)?.[1] ?? keyId
      invitationId = /^invitation .*\n(\S+)/m.exec(out)?.[1] ?? invitationId
    }
  },
)
