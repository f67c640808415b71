// Texts to time engines on, by kind and size: out of the folder of data, or made up. Cuts at line and sentence ends; measures nothing.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { madeUpRuns } from '../../eval/cost/made-up.ts'
import { madeUpArticles } from '../../eval/quality/made-up/articles.ts'
import { madeUpPayloads } from '../../eval/quality/made-up/structures.ts'
import { type Paragraph, paragraphsOf, readParagraphs } from '../../testkit/data/squad.ts'
import { readTranscripts, type Transcript } from '../../testkit/data/transcripts.ts'

export const kinds = ['prose', 'business JSON', 'shell output'] as const
export type Kind = (typeof kinds)[number]

/** Characters. */
export const sizes = [1_000, 8_000, 64_000] as const

export interface Sample {
  readonly kind: Kind
  readonly size: number
  readonly texts: readonly string[]
}

/** Characters of all texts of one kind and size together; at least so many texts. */
const [enough, fewest] = [200_000, 4]

const isJson = (text: string): boolean => /^\s*[[{]/.test(text)
const resultsOf = (runs: readonly Transcript[]): string[] =>
  runs.flatMap(({ messages }) => messages.flatMap(({ role, content }) => (role === 'tool' && content ? [content] : [])))

/** Pieces next to each other until a size is reached, cut there, at a separator. */
const joined = (pieces: readonly string[], size: number, separator: string): string[] => {
  const texts: string[] = []
  let text = ''
  for (const piece of pieces) {
    text += piece + separator
    if (text.length < size) continue
    texts.push(text.slice(0, Math.max(text.lastIndexOf(separator[0] ?? '', size), size / 2)))
    text = ''
  }
  return texts
}

/** Values next to each other in one array, as many as a size holds: JSON cannot be cut. */
const joinedJson = (values: readonly string[], size: number): string[] => {
  const texts: string[] = []
  let some: string[] = []
  let length = 2
  for (const value of values.filter((each) => isJson(each) && each.length + 2 <= size)) {
    if (length + value.length > size) {
      if (2 * length >= size) texts.push(`[${some.join(', ')}]`)
      some = []
      length = 2
    }
    some.push(value)
    length += value.length + 2
  }
  return texts
}

const proseIn = (paragraphs: readonly Paragraph[]): string[] => paragraphs.map(({ text }) => text)

/** Pieces of each kind, and whether they are recorded. */
const piecesOf = (
  folder: string | undefined,
): { readonly recorded: boolean; readonly of: Readonly<Record<Kind, readonly string[]>> } => {
  const names = ['customer-service', 'swe-bench-runs']
  const recorded =
    folder !== undefined && names.every((name) => existsSync(join(folder, 'transcripts', `${name}.jsonl.gz`)))
  const paragraphs = folder === undefined ? undefined : readParagraphs(folder, false)
  if (recorded && paragraphs !== undefined) {
    const [service, coding] = names.map((name) => resultsOf(readTranscripts(folder, name)))
    return {
      recorded,
      of: { prose: proseIn(paragraphs), 'business JSON': service ?? [], 'shell output': coding ?? [] },
    }
  }
  const results = resultsOf(madeUpRuns())
  const articles = Array.from({ length: 20 }, (_, at) => madeUpArticles(`speed ${at}`)).flat()
  const records = [...madeUpPayloads().map(({ text }) => text), ...results.filter(isJson)]
  return {
    recorded: false,
    of: {
      prose: proseIn(paragraphsOf(articles)),
      'business JSON': records,
      'shell output': results.filter((text) => !isJson(text)),
    },
  }
}

const cut = (kind: Kind, pieces: readonly string[], size: number): string[] => {
  if (kind === 'prose') return joined(pieces, size, ' ')
  return kind === 'business JSON' ? joinedJson(pieces, size) : joined(pieces, size, '\n')
}

/** Texts of every kind and size. Without a folder that has all of them, made up. */
export const samplesOf = (
  folder: string | undefined,
): { readonly recorded: boolean; readonly samples: readonly Sample[] } => {
  const { recorded, of } = piecesOf(folder)
  const samples = kinds.flatMap((kind) =>
    sizes.map((size): Sample => {
      const texts = cut(kind, of[kind], size)
      return { kind, size, texts: texts.slice(0, Math.max(fewest, Math.round(enough / size))) }
    }),
  )
  return { recorded, samples }
}
