// The note that a service on one machine leaves with its data: for a second start, and for the operator's commands.

import { join } from 'node:path'
import * as z from 'zod'

export const runningNote = z.object({
  pid: z.number().int().positive(),
  dynamodbEndpoint: z.url(),
  baseUrl: z.url().exactOptional(),
  dashboardUrl: z.url().exactOptional(),
})
export type RunningNote = z.infer<typeof runningNote>

/** Where the note lies. */
export const noteIn = (folder: string): string => join(folder, 'running.json')
