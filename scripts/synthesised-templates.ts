// Which templates the last synthesis wrote. Those of other stages stay in the folder beside them.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'

const manifest = z.object({
  artifacts: z.record(z.string(), z.object({ type: z.string(), properties: z.unknown().optional() })),
})
const stack = z.object({ templateFile: z.string() })

/** Names of files in the CDK's output folder. */
export const synthesisedTemplates = (folder: string): string[] => {
  const { artifacts } = manifest.parse(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')))
  return Object.values(artifacts)
    .filter(({ type }) => type === 'aws:cloudformation:stack')
    .map(({ properties }) => stack.parse(properties).templateFile)
}
