// Reads from the pages of docs/clients what a reader would copy.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const projectFolder = join(import.meta.dirname, '..', '..')

/** The code blocks of a language on a page. Throws if there is none. */
export const snippetsOf = (page: string, language: string): readonly [string, ...string[]] => {
  const text = readFileSync(join(projectFolder, 'docs', 'clients', `${page}.md`), 'utf8')
  const fenced = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms')
  const [first, ...others] = [...text.matchAll(fenced)].map(([, block = '']) => block)
  if (first === undefined) throw new Error(`docs/clients/${page}.md has no block of ${language}.`)
  return [first, ...others]
}

/** The first of them. */
export const snippetOf = (page: string, language: string): string => snippetsOf(page, language)[0]
