// What would make every check fail alike is said once, before them: an address at which nobody answers, a key that the service does not take.

import * as z from 'zod'
import { parsed } from '../core/json/parsed.ts'
import type { DeployedService } from './deployed-service.ts'

const refused = z.object({ error: z.object({ message: z.string() }) })

/** Why it is in vain to go on; `undefined` where it is not. */
export const whyInVain = async ({ ask, baseUrl }: DeployedService): Promise<string | undefined> => {
  try {
    // A function of its own serves one route, but judges the key before the path.
    const { status, body } = await ask({ path: '/v1/compress', body: '{}' })
    if (status !== 401) return undefined
    const told = refused.safeParse(parsed(body.toString('utf8')))
    return told.success ? `${baseUrl} does not take --key. It says: ${told.data.error.message}` : undefined
  } catch (error) {
    return `${baseUrl} gives ${error instanceof Error ? error.message : 'no answer'}. Is it the base URL?`
  }
}
