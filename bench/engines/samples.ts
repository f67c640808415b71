// Texts to time engines on, by kind and size: out of the folder of data, or made up. Cuts at line and sentence ends; measures nothing.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { madeUpRuns } from '../../eval/cost/sessions/made-up.ts'
import { madeUpArticles } from '../../eval/quality/made-up/articles.ts'
import { madeUpPayloads } from '../../eval/quality/made-up/structures.ts'
import { type Paragraph, paragraphsOf, readParagraphs } from '../../testkit/data/squad.ts'
import { readTranscripts, type Transcript } from '../../testkit/data/transcripts.ts'
import { withFreshWords } from './fresh-words.ts'

export const kinds = ['prose', 'business JSON', 'shell output'] as const
export type Kind = (typeof kinds)[number]

/** Characters. */
export const sizes = [1_000, 8_000, 64_000] as const

export interface Sample {
  readonly kind: Kind
  readonly size: number
  readonly texts: readonly string[]
}

/** As many texts of each size, of each kind; fewer where the data has fewer. */
const most: Readonly<Record<(typeof sizes)[number], number>> = { 1000: 120, 8000: 120, 64000: 4 }
const isJson = (text: string): boolean => /^\s*[[{]/.test(text)
const resultsOf = (runs: readonly Transcript[]): string[] =>
  runs.flatMap(({ messages }) => messages.flatMap(({ role, content }) => (role === 'tool' && content ? [content] : [])))

/** Pieces next to each other until a size is reached, cut there, at a separator. Takes them off the end of what is left. */
const takeJoined = (left: string[], size: number, separator: string): string | undefined => {
  let text = ''
  while (text.length < size) {
    const piece = left.pop()
    if (piece === undefined) return undefined
    text += piece + separator
  }
  return text.slice(0, Math.max(text.lastIndexOf(separator[0] ?? '', size), size / 2))
}

/** Values next to each other in one array, as many as a size holds: JSON cannot be cut. */
const takeJson = (left: string[], size: number): string | undefined => {
  const some: string[] = []
  let length = 2
  for (let at = left.length - 1; at >= 0 && length < 0.9 * size; at -= 1) {
    const value = left[at] ?? ''
    if (length + value.length + 2 > size) continue
    left.splice(at, 1)
    some.push(value)
    length += value.length + 2
  }
  return 2 * length < size ? undefined : `[${some.join(', ')}]`
}

const proseIn = (paragraphs: readonly Paragraph[]): string[] => paragraphs.map(({ text }) => text)

type Pieces = Readonly<Record<Kind, readonly string[]>>

const recordedPieces = (folder: string): Pieces | undefined => {
  const names = ['customer-service', 'swe-bench-runs']
  if (!names.every((name) => existsSync(join(folder, 'transcripts', `${name}.jsonl.gz`)))) return undefined
  // Time depends on no split: articles that something was tuned on are as good as others.
  const [tuning, others] = [readParagraphs(folder, true), readParagraphs(folder, false)]
  if (tuning === undefined || others === undefined) return undefined
  const [service, coding] = names.map((name) => resultsOf(readTranscripts(folder, name)))
  return {
    prose: proseIn([...others, ...tuning]),
    'business JSON': (service ?? []).filter(isJson),
    'shell output': coding ?? [],
  }
}

/** Made up, and each lot in words of its own: what is made up would otherwise say the same few hundred again and again. */
const madeUpPieces = (lot: string): Pieces => {
  const results = resultsOf(madeUpRuns())
  const articles = Array.from({ length: 60 }, (_, at) => madeUpArticles(`speed ${lot} ${at}`)).flat()
  const records = [...madeUpPayloads().map(({ text }) => text), ...results.filter(isJson)]
  const shell = results.filter((text) => !isJson(text))
  const often = (pieces: readonly string[], times: number): string[] =>
    Array.from({ length: times }, (_, time) => pieces.map((text, at) => withFreshWords(text, lot, time, at))).flat()
  return {
    prose: often(proseIn(paragraphsOf(articles)), 1),
    'business JSON': often(records, 4),
    'shell output': often(shell, 4),
  }
}

const take = (kind: Kind, left: string[], size: number): string | undefined => {
  if (kind === 'business JSON') return takeJson(left, size)
  return takeJoined(left, size, kind === 'prose' ? ' ' : '\n')
}

/** No piece stands in two texts, and none twice. */
const dealt = (kind: Kind, pieces: readonly string[]): Sample[] => {
  const left = [...new Set(pieces)].reverse()
  const samples = sizes.map((size) => ({ kind, size, texts: [] as string[] }))
  let wanting = samples
  while (wanting.length > 0) {
    wanting = wanting.filter(({ size, texts }) => {
      // As many of each size as their shares ask for, so that no size goes without.
      for (const goal = texts.length + most[size] / most[64_000]; texts.length < goal; ) {
        const text = take(kind, left, size)
        if (text === undefined) return false
        texts.push(text)
      }
      return texts.length < most[size]
    })
  }
  return samples
}

/** Texts of every kind and size, made up. Those of another lot have other words. */
export const madeUpSamples = (lot: string): Sample[] => {
  const pieces = madeUpPieces(lot)
  return kinds.flatMap((kind) => dealt(kind, pieces[kind]))
}

/** The same out of the folder of data; `undefined` if it does not have all of them. */
export const recordedSamples = (folder: string): Sample[] | undefined => {
  const pieces = recordedPieces(folder)
  return pieces === undefined ? undefined : kinds.flatMap((kind) => dealt(kind, pieces[kind]))
}
