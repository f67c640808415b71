// Version 0.1.0 kept its data in another folder. Nothing is moved: both versions may still be in use, and a copy of a key
// is one more place to guard.

import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Where version 0.1.0 kept its data, beside the folder of today. */
export const formerFolder = '.house'

/** One line about data of version 0.1.0 beside a folder that no service has used yet; nothing if there is no such data. */
export const formerDataHint = (data: string | undefined): string | undefined => {
  if (data === undefined || existsSync(join(data, 'service-key'))) return undefined
  const former = join(dirname(data), formerFolder)
  if (former === data || !existsSync(join(former, 'service-key'))) return undefined
  return `Data of version 0.1.0 is in ${former}. To use it: npm start -- --data ${former}`
}
