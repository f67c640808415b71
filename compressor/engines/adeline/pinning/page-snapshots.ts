// Keeps what tools of a browser say of a page: its address, its tabs, the requests that it has made, and the tree of what stands on it. The
// next click needs the name that an element has there, a form says its state in lines like all others, an option that is gone reads as none,
// and whoever asks for the requests looks for one of them.

import type { LineContext } from '../context/line-context.ts'
import { contentOf } from '../reading/lines/line-reading.ts'
import { linePins, pinLines } from './hinted-lines.ts'

/** An element under the name that calls are given for it. */
const named = /\[(?:[^[\]\n]{0,200}[ ,])?ref=[\w-]{1,20}\]|^[ \t]*uid=\d{1,9}_\d{1,9} /gm
/** Fewer may be quoted by anything. */
const fewestNamed = 3
/** The address of a page, or the list of those that are open. */
const address = /^- Page URL: \S|^- \d{1,3}: (?:\(current\) )?\[[^\n]{0,300}\] ?\(|^## Pages\r?\n\d{1,3}: /m
/** Of a tree, a list or a line below a heading, the heading, and a fence around them. */
const told = /^\s*(?:- |uid=\d)|^#{2,4} \S|^\d{1,3}: \S|^(?:```|~~~)/

/** A request with its whole address, behind its number if it has one. Servers log paths so, and events levels in brackets. */
const requested = /^(?:(?:\d{1,5}\. )?\[[A-Z]{3,7}\] [a-z][a-z-]*:\S+ => |reqid=\d{1,9} [A-Z]{3,7} [a-z][a-z-]*:)/
const requestHint = /\] \S{1,300} => |^reqid=\d/gm

const isNamedOften = (text: string): boolean => {
  let found = 0
  for (const _ of text.matchAll(named)) {
    found += 1
    if (found === fewestNamed) return true
  }
  return false
}

/** Pins those lines where a text shows a page. Linear in the text. */
export const pinPageSnapshots = (context: LineContext): void => {
  pinLines(context, requestHint, requested)
  if (!address.test(context.text) && !isNamedOften(context.text)) return
  const pin = linePins(context)
  for (let line = 0; line < context.lines.length; line += 1) if (told.test(contentOf(context, line))) pin(line)
}
