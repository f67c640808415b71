// The page, and the command line that is served beside it, as files that lie beside the function's code.

import * as z from 'zod'
import type { Page } from '../ports.ts'

export const pageFile = 'page.json'
/** The script of `estimate`: large, and read only when somebody downloads the command line. */
export const estimateFile = 'estimate.txt'

const page = z.object({
  html: z.string(),
  assets: z.record(z.string(), z.object({ type: z.string(), body: z.string() })),
  cli: z.object({ version: z.string(), script: z.string() }),
})

export const pageText = ({ html, assets, cli: { version, script } }: Page): string =>
  JSON.stringify({ html, assets: Object.fromEntries(assets), cli: { version, script } })

/** Throws if the file is not what `pageText` wrote. */
export const readPage = (text: string, estimate: () => string): Page => {
  const { html, assets, cli } = page.parse(JSON.parse(text))
  return { html, assets: new Map(Object.entries(assets)), cli: { ...cli, estimate } }
}
