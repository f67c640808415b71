// Whether a port can be had, before anything is started that would need it.

import { createServer } from 'node:net'
import { StartFault } from './start-fault.ts'

/** Throws `StartFault`, which names the option to choose another with. */
export const requireFreePort = (port: number, option = '--port', host = '127.0.0.1'): Promise<void> =>
  new Promise((free, taken) => {
    const probe = createServer()
    probe.once('error', (error) =>
      taken(
        'code' in error && error.code === 'EADDRINUSE'
          ? new StartFault(`Port ${port} is taken. Choose another with ${option}, or ${option} 0 for any.`)
          : new StartFault(`Port ${port} of ${host} cannot be used: ${error.message}`),
      ),
    )
    probe.listen(port, host, () => probe.close(() => free()))
  })
