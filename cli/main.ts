// The command `compaction` on this machine.

import { homedir, hostname, userInfo } from 'node:os'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { sayOutputFault } from '../adapters/files/output-fault.ts'
import { ownZone } from '../dashboard/page/data/own-zone.ts'
import { homeFolder } from './files/folders.ts'
import { runCommand } from './run-command.ts'
import { openTerminal } from './terminal/terminal.ts'
import { openBrowser } from './world/browser.ts'

/** Streams that take nothing any more. */
const lost = new Set<object>()
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    const isKnown = lost.has(stream)
    lost.add(stream)
    // A reader that has seen enough closes its end: no reason to fail, nor to leave an agent alone that runs.
    if (error.code === 'EPIPE' || isKnown) return
    sayOutputFault(error)
  })

process.exitCode = await runCommand(process.argv.slice(2), {
  environment: process.env,
  platform: process.platform,
  home: homeFolder(homedir(), () => userInfo().homedir),
  folder: process.cwd(),
  hostname: hostname(),
  timeZone: () => ownZone(),
  terminal: openTerminal(process.stdout, process.stderr, process.env, () => !lost.has(process.stdout)),
  input: () => text(process.stdin),
  openBrowser: (address) => openBrowser(address, process.platform, process.env),
  fetch: (input, init) => fetch(input, init),
  now: Date.now,
  wait: (milliseconds) => wait(milliseconds),
})
