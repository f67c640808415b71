// Reads from the pages of docs/clients what a reader would copy.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const projectFolder = join(import.meta.dirname, '..', '..')

/** The first code block of a language on a page. Throws if there is none. */
export const snippetOf = (page: string, language: string): string => {
  const text = readFileSync(join(projectFolder, 'docs', 'clients', `${page}.md`), 'utf8')
  const block = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'ms').exec(text)?.[1]
  if (block === undefined) throw new Error(`docs/clients/${page}.md has no block of ${language}.`)
  return block
}
