// An address whose connections are never made: its queue of connections is full, and the process that should take them is
// stopped, so that the kernel drops every further attempt, as a firewall does.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

const script = `
const server = require('node:net').createServer()
server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => console.log(server.address().port))`
/** More than the queue holds. */
const attempts = 6
const fullMilliseconds = 300

export interface BlackHole {
  readonly origin: string
  close(): void
}

export const openBlackHole = async (): Promise<BlackHole> => {
  const child = spawn(process.execPath, ['--eval', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [said] = await once(child.stdout, 'data')
  child.kill('SIGSTOP')
  const port = Number(String(said))
  const queued: Socket[] = []
  for (let attempt = 0; attempt < attempts; attempt += 1) queued.push(connect(port, '127.0.0.1').on('error', () => {}))
  await wait(fullMilliseconds)
  return {
    origin: `http://127.0.0.1:${port}`,
    close() {
      child.kill('SIGKILL')
      for (const socket of queued) socket.destroy()
    },
  }
}
