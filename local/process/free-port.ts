// Whether a port can be had, before anything is started that would need it; and one that can.

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

/** Below the ports that systems give out on their own: nobody is given one of these between the look and the use. */
const [first, count] = [20_000, 12_000]

let steps = 0

/** A free port. Every process looks elsewhere first and at no port twice, so that two services that start at once find two. */
export const freePort = async (): Promise<number> => {
  while (steps < count) {
    const port = first + ((process.pid + steps) % count)
    steps += 1
    const isFree = await requireFreePort(port).then(
      () => true,
      () => false,
    )
    if (isFree) return port
  }
  throw new StartFault('No port is free.')
}
