// Whether a port and an address can be had, before anything is started that would need them; and a port that can.

import { createServer } from 'node:net'
import { codeOf } from '../../adapters/files/file-fault.ts'
import { StartFault } from './start-fault.ts'

const why = (error: Error, port: number, option: string, host: string): string => {
  const code = codeOf(error)
  if (code === 'EADDRINUSE') return `Port ${port} is taken. Choose another with ${option}, or ${option} 0 for any.`
  if (code === 'EADDRNOTAVAIL')
    return `${host} is no address of this machine. Choose another with ${option.replace('port', 'host')}.`
  return `Port ${port} of ${host} cannot be used: ${error.message}`
}

/** Throws `StartFault`, which names the option to choose another with. Port 0 says of the address alone. */
export const requireFreePort = (port: number, option = '--port', host = '127.0.0.1'): Promise<void> =>
  new Promise((free, taken) => {
    const probe = createServer()
    probe.once('error', (error) => taken(new StartFault(why(error, port, option, host), { cause: error })))
    probe.listen(port, host, () => probe.close(() => free()))
  })

/** Whether a machine has no such address, as some have no IPv6. */
export const isWithoutAddress = (error: unknown): boolean => ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(codeOf(error))

/** The same for both addresses that `localhost` may mean: another server may have one of them alone. */
export const requireFreeAtLocalhost = async (port: number, option: string): Promise<void> => {
  await requireFreePort(port, option)
  await requireFreePort(port, option, '::1').catch((fault: StartFault) => {
    if (!isWithoutAddress(fault.cause)) throw fault
  })
}

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
