// A unit suite stays inside its process. One that opens a port or starts a process is a system suite and says so in its
// name, `*.system.test.ts`. In the unit project, both attempts throw.

import childProcess, { ChildProcess } from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'
import { Server } from 'node:net'
import './modules-stay.ts'

const refuse = (attempt: string) => (): never => {
  throw new Error(`A unit suite ${attempt}: name it *.system.test.ts.`)
}

Server.prototype.listen = refuse('opens a port')
Object.assign(ChildProcess.prototype, { spawn: refuse('starts a process') })
childProcess.spawnSync = refuse('starts a process')
syncBuiltinESMExports()
