// Every command of README.md and docs/local.md is run by `npm run first-minute -- --commands`, or left out for a reason.

import { expect, it } from 'vitest'
import { commandsIn, howToRun, idleReasons } from '../../scripts/page-commands.ts'
import { commandsOfPages } from '../../scripts/run-page-commands.ts'

it('reads commands from blocks and from the text, without comments, each once', () => {
  const page = [
    'Try `npm run demo -- --page` or `npm start`, with `--port`.',
    '```sh',
    'npm start        # starts it',
    'npm ci && npx cdk deploy \\',
    '  --all',
    '```',
    '```json',
    '{ "no": "npm run no" }',
    '```',
  ].join('\n')
  expect(commandsIn(page)).toEqual(['npm start', 'npm ci', 'npx cdk deploy    --all', 'npm run demo -- --page'])
})

it('runs the commands of the pages but those that need what a clone has not', () => {
  const commands = commandsOfPages()
  const run = commands.filter((command) => typeof howToRun(command) === 'string')
  expect(run).toEqual(
    expect.arrayContaining([
      'npm start',
      'npm run demo',
      'npm run estimate',
      'npm ci',
      'npm run -s operator -- ledger acme',
      'npm run show -- examples/transcript.json',
    ]),
  )
  // Nothing but npm runs in a clone: another program needs a reason above.
  expect(run.filter((command) => !command.startsWith('npm '))).toEqual([])
})

it('has no reason for a command that no page shows', () => {
  expect(idleReasons(commandsOfPages())).toEqual([])
})
