// A port that a person names.

import { UsageFault } from '../../bin/usage-fault.ts'
import { isBarred } from './barred-ports.ts'

/** Throws `UsageFault`, by the option, for what is no port. */
export const portOf = (text: string, option = '--port'): number => {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new UsageFault(`${option} must be a number from 0 to 65535.`)
  return Number(text)
}

/** Throws `UsageFault` for a port at which no browser would ask. */
export const requireReachable = (port: number, option: string): void => {
  if (isBarred(port))
    throw new UsageFault(`${option} must not be ${port}: browsers and Node speak no http on that port.`)
}
