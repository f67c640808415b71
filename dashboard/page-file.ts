// The page, and the command line that is served beside it, as a file that lies beside the function's code.

import * as z from 'zod'
import type { Page } from './ports.ts'

export const pageFile = 'page.json'

const page = z.object({
  cli: z.object({ version: z.string(), script: z.string() }),
  html: z.string(),
  assets: z.record(z.string(), z.object({ type: z.string(), body: z.string() })),
})

export const pageText = ({ cli, html, assets }: Page): string =>
  JSON.stringify({ cli, html, assets: Object.fromEntries(assets) })

/** Throws if the file is not what `pageText` wrote. */
export const readPage = (text: string): Page => {
  const { cli, html, assets } = page.parse(JSON.parse(text))
  return { cli, html, assets: new Map(Object.entries(assets)) }
}
