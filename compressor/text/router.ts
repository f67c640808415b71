// Cuts a text into blocks of one kind each, by fences, JSON values and the shape of its lines. Decides what a block is, not
// what happens to it.

import { jsonRegions } from './json-region.ts'
import { type LineKind, lineKind } from './line-kind.ts'
import { type Line, splitLines } from './lines.ts'

export type BlockKind = 'prose' | 'json' | 'code' | 'log' | 'table' | 'diff' | 'listing' | 'fenced'

/** `[start, end)` of the text: whole lines, their line ends included. */
export interface Block {
  readonly kind: BlockKind
  readonly start: number
  readonly end: number
}

interface RoutedLine {
  readonly line: Line
  kind: LineKind | 'json' | 'fenced'
}

/** The opening run of a code fence on this line, or `undefined`. */
const fenceOf = (text: string, line: Line): string | undefined => {
  let at = line.start
  while (at < line.start + 3 && text.charCodeAt(at) === 32) at++
  const mark = text[at]
  if (mark !== '`' && mark !== '~') return undefined
  let end = at
  while (end < line.contentEnd && text[end] === mark) end++
  return end - at >= 3 ? text.slice(at, end) : undefined
}

const closesFence = (text: string, line: Line, fence: string): boolean => {
  const found = fenceOf(text, line)
  return found?.startsWith(fence) === true && text.slice(line.start, line.contentEnd).trim() === found
}

const routeLines = (text: string): RoutedLine[] => {
  const regions = jsonRegions(text)
  const routed: RoutedLine[] = []
  let fence: string | undefined
  let jsonEnd = -1
  for (const line of splitLines(text)) {
    if (fence !== undefined) {
      routed.push({ line, kind: 'fenced' })
      if (closesFence(text, line, fence)) fence = undefined
      continue
    }
    if (line.start < jsonEnd) {
      routed.push({ line, kind: 'json' })
      continue
    }
    fence = fenceOf(text, line)
    if (fence === undefined) jsonEnd = regions.endAt(line.start)
    const kind = fence !== undefined ? 'fenced' : jsonEnd >= 0 ? 'json' : lineKind(text, line.start, line.contentEnd)
    routed.push({ line, kind })
  }
  return routed
}

const startsWithBlank = (text: string, line: Line): boolean => {
  const unit = text.charCodeAt(line.start)
  return unit === 32 || unit === 9
}

/** Continues hunks after their header, and code and log entries on indented lines: single lines do not show it. */
const joinContinuations = (text: string, routed: readonly RoutedLine[]): void => {
  let previous: RoutedLine['kind'] = 'blank'
  for (const entry of routed) {
    const { kind, line } = entry
    const loose = kind === 'prose' || kind === 'name' || kind === 'code' || kind === 'table' || kind === 'listing'
    if (previous === 'diff' && loose && ' +-\\'.includes(text[line.start] ?? '#')) entry.kind = 'diff'
    else if ((previous === 'code' || previous === 'log') && loose && startsWithBlank(text, line)) entry.kind = previous
    if (entry.kind !== 'blank') previous = entry.kind
  }
}

/** Turns four or more bare names in a row into a listing; fewer are headings or short answers. */
const joinNames = (routed: readonly RoutedLine[]): void => {
  for (let at = 0; at < routed.length; ) {
    let end = at
    while (routed[end]?.kind === 'name' || (routed[end]?.kind === 'listing' && routed[at]?.kind === 'name')) end++
    const kind = end - at >= 4 ? 'listing' : 'prose'
    for (const entry of routed.slice(at, end)) if (entry.kind === 'name') entry.kind = kind
    at = Math.max(end, at + 1)
  }
}

/** Joins one or two short lines between two blocks of code to them. */
const joinBetweenCode = (text: string, routed: readonly RoutedLine[]): void => {
  let codeBefore = -1
  let between = 0
  let longest = 0
  routed.forEach(({ kind, line }, at) => {
    if (kind === 'blank') return
    if (kind === 'code') {
      if (codeBefore >= 0 && between > 0 && between <= 2 && longest < 50)
        for (const entry of routed.slice(codeBefore + 1, at)) if (entry.kind === 'prose') entry.kind = 'code'
      codeBefore = at
      between = 0
      longest = 0
    } else if (kind === 'prose' && !/[.?!:]$/.test(text.slice(line.contentEnd - 1, line.contentEnd))) {
      between++
      longest = Math.max(longest, line.contentEnd - line.start)
    } else codeBefore = -1
  })
}

/**
 * The blocks of a text, in order, disjoint, together covering it. Blank lines belong to the block before them. A fence that is
 * never closed reaches to the end.
 */
export const routeBlocks = (text: string): Block[] => {
  const routed = routeLines(text)
  joinContinuations(text, routed)
  joinNames(routed)
  joinBetweenCode(text, routed)
  const blocks: { kind: BlockKind; start: number; end: number }[] = []
  let blankStart: number | undefined
  for (const { kind, line } of routed) {
    const current = blocks.at(-1)
    if (kind === 'blank') {
      if (current === undefined) blankStart ??= line.start
      else current.end = line.end
      continue
    }
    const blockKind = kind === 'name' ? 'prose' : kind
    if (current?.kind === blockKind) current.end = line.end
    else blocks.push({ kind: blockKind, start: blankStart ?? line.start, end: line.end })
    blankStart = undefined
  }
  if (blocks.length === 0 && text.length > 0) blocks.push({ kind: 'prose', start: 0, end: text.length })
  return blocks
}
