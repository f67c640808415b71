// Lines that are printed to be pasted name the command line as it was started.

import { expect, it } from 'vitest'
import { ownName, terminalNaming } from '../../cli/own-name.ts'
import { openTerminal } from '../../cli/terminal/terminal.ts'

it.each([
  [{ npm_command: 'exec' }, 'http://localhost:8788', 'npx http://localhost:8788/cli/compaction.tgz'],
  [{ npm_command: 'run-script' }, 'http://localhost:8788', 'compaction'],
  [{ npm_command: 'exec' }, undefined, 'compaction'],
  [{}, 'http://localhost:8788', 'compaction'],
])('started with %j from %s it is %s', (environment, dashboardUrl, name) => {
  expect(ownName(environment, dashboardUrl)).toBe(name)
})

const printed = (line: string): string => {
  const written: string[] = []
  const stream = { write: (text: string) => written.push(text) }
  terminalNaming(openTerminal(stream, stream, {}), 'npx D').note(['  ', line])
  return written.join('').trim()
}

it.each([
  ['Sign in: compaction login https://d.example', 'Sign in: npx D login https://d.example'],
  ['eval "$(compaction env)"', 'eval "$(npx D env)"'],
  ['compaction run claude, or compaction wrap claude', 'npx D run claude, or npx D wrap claude'],
  ['All commands: compaction help', 'All commands: npx D help'],
  ['compaction: 14 requests', 'compaction: 14 requests'],
  ['compaction savings: --session stands alone.', 'compaction savings: --session stands alone.'],
])('%s becomes %s', (line, said) => {
  expect(printed(line)).toBe(said)
})
