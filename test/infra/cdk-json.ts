// The context that cdk.json gives to every synthesis.

import { readFileSync } from 'node:fs'
import * as z from 'zod'

const cdkJson = z.object({ app: z.string(), context: z.record(z.string(), z.unknown()) })

/** The feature flags. */
export const cdkContext = cdkJson.parse(
  JSON.parse(readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8')),
).context
