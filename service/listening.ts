// A port or an address at which nobody can listen, in the names of the variables.

import { codeOf } from '../adapters/files/file-fault.ts'
import { SettingFault } from '../lambdas/settings/setting-fault.ts'

const faultOf = (error: unknown, port: string): string | undefined => {
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return `${port}: is taken`
    case 'EACCES':
      return `${port}: may not be listened on by this user`
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'HOST: is no address of this machine'
    default:
      return undefined
  }
}

/** What `open` gives. `port`: the variable that names its port. Throws a `SettingFault` where nothing can listen there. */
export const listening = async <Opened>(port: string, open: () => Promise<Opened>): Promise<Opened> => {
  try {
    return await open()
  } catch (error) {
    const fault = faultOf(error, port)
    throw fault === undefined ? error : new SettingFault([fault])
  }
}
