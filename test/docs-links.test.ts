// What the pages say is there: every relative link and anchor, every npm script, every path of the repository that a page
// or a comment names, and the index of the decisions.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const skipped = /(^|\/)(node_modules|cdk\.out|coverage|dist|fixtures|\.git|\.installed|\.local-service)(\/|$)/
const repository = readdirSync(root).filter((name) => !skipped.test(name))

const filesBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (skipped.test(path)) return []
    return entry.isDirectory() ? filesBelow(path) : [path]
  })

const files = filesBelow('.')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
// The changelog also names what is gone.
const pages = files.filter((path) => path.endsWith('.md') && path !== 'CHANGELOG.md')
const sources = files.filter((path) => /\.(ts|js|mjs|sh|py|json)$/.test(path) && !path.includes('package-lock'))

/** A heading's anchor as GitHub makes it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[`*]|\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replace(/ /g, '-')

const anchorsOf = (page: string): ReadonlySet<string> =>
  new Set([...read(page).matchAll(/^#{1,6} (.*)$/gm)].map(([, heading]) => anchorOf(heading ?? '')))

const linkFault = (page: string, target: string): string | undefined => {
  const [file = '', anchor] = target.split('#')
  const path = file === '' ? page : relative(root, resolve(root, dirname(page), file))
  if (!existsSync(join(root, path))) return `${page}: ${target} does not exist`
  if (anchor !== undefined && !anchorsOf(path).has(anchor)) return `${page}: ${target} has no such heading`
  return undefined
}

/** The words of a page's inline code and code blocks. */
const codeWords = (text: string): string[] =>
  [...text.matchAll(/```[\s\S]*?```|`[^`\n]+`|^ {4}.*$/gm)].flatMap(([code]) => code.split(/[\s`'"()[\],;:=]+/))

/** Begins with a folder of the repository, and leaves nothing open. */
const namesPath = (word: string): boolean =>
  /^\.?[\w-]+\/[\w./-]*$/.test(word) && repository.includes(word.split('/')[0] ?? '') && !/NAME|NNNN|FILE/.test(word)

describe('the pages', () => {
  it('are found', () => {
    expect(pages).toContain('README.md')
    expect(pages.length).toBeGreaterThan(30)
    expect(anchorOf('`POST /v1/compress`: the *direct* way')).toBe('post-v1compress-the-direct-way')
  })

  it('link to pages and headings that exist', () => {
    const faults = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) =>
        /^[a-z]+:/.test(target) ? [] : (linkFault(page, target) ?? []),
      ),
    )
    expect(faults).toEqual([])
  })

  it('name files and folders that exist', () => {
    // Its paths are those of the repositories that the vectors are from.
    const ours = pages.filter((page) => page !== 'test/vectors/SOURCES.md')
    const missing = ours.flatMap((page) =>
      codeWords(read(page))
        .filter((word) => namesPath(word) && !existsSync(join(root, word)))
        .map((word) => `${page}: ${word}`),
    )
    expect(missing).toEqual([])
  })

  it('and the sources name npm scripts that exist', () => {
    const scripts = Object.keys((JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts)
    // Tests hold made-up commands.
    const naming = [...pages, ...sources.filter((path) => !path.startsWith('test/'))]
    const unknown = naming.flatMap((path) =>
      [...read(path).matchAll(/npm run (?:-s |--silent )?([a-z][\w:-]*)/g)]
        .map(([, name = '']) => name)
        .filter((name) => !scripts.includes(name))
        .map((name) => `${path}: npm run ${name}`),
    )
    expect(unknown).toEqual([])
  })

  it('are there where a source cites them', () => {
    const missing = sources.flatMap((path) =>
      [...read(path).matchAll(/(?<![\w/])docs\/[\w./-]*\w/g)]
        .map(([cited]) => cited)
        .filter((cited) => !existsSync(join(root, cited)))
        .map((cited) => `${path}: ${cited}`),
    )
    expect(missing).toEqual([])
  })
})

describe('the decisions', () => {
  const folder = 'docs/decisions'
  const names = readdirSync(join(root, folder)).filter((name) => name !== 'README.md')

  it('are numbered in a row, and share one head', () => {
    const heads = names.map((name) => read(join(folder, name)).split('\n').slice(0, 3).join('\n'))
    for (const [index, head] of heads.entries()) {
      const number = String(index + 1).padStart(4, '0')
      expect(names[index]).toMatch(new RegExp(`^${number}-[a-z0-9-]+\\.md$`))
      expect(head).toMatch(new RegExp(`^# ${number} · \\S.*\n\n`))
      expect(head).toMatch(/\n\*\*Status:\*\* (proposed|accepted|superseded by \d{4}) · \*\*Date:\*\* \d{4}-\d\d-\d\d$/)
    }
  })

  it('stand in the index once, with title, subject, status and date', () => {
    const rows = names.map((name) => {
      const [title, , head] = read(join(folder, name)).split('\n')
      const [, status, date] = head?.match(/^\*\*Status:\*\* (.*) · \*\*Date:\*\* (.*)$/) ?? []
      return [`[${name.slice(0, 4)}](${name})`, title?.slice(9), status, date]
    })
    const index = read(join(folder, 'README.md')).split('\n')
    const cells = index.filter((line) => line.startsWith('| [0')).map((line) => line.slice(2, -2).split(' | '))
    expect(cells.filter(([, , about]) => !about)).toEqual([])
    const found = cells.map(([number, title, , status, date]) => [number, title, status, date])
    expect(found.toSorted(([one], [other]) => (one ?? '').localeCompare(other ?? ''))).toEqual(rows)
  })
})

describe('the changelog', () => {
  const beginning = 40
  const versions = read('CHANGELOG.md').split('\n## ').slice(1)

  it.each(versions.map((text) => [text.split('\n', 1)[0], text]))('says nothing twice: %s', (_version, text) => {
    const lines = text?.split('\n- ').map((line) => line.slice(0, beginning)) ?? []
    expect(lines.filter((line, index) => lines.indexOf(line) !== index)).toEqual([])
  })
})
