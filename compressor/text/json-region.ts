// Finds JSON values that begin at the start of a line and end at the end of one. Decides where they are, not what they say.

import { isJson } from '../../core/json/parsed.ts'

/** Index after the bracket that closes the one at `start`, or -1. Skips strings, and reads at most `limit` characters. */
const closingBracket = (text: string, start: number, limit: number): number => {
  let depth = 0
  let inString = false
  const end = Math.min(text.length, start + limit)
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at)
    if (inString) {
      if (unit === 92) at++
      else if (unit === 34) inString = false
    } else if (unit === 34) inString = true
    else if (unit === 123 || unit === 91) depth++
    else if (unit === 125 || unit === 93) {
      depth--
      if (depth === 0) return at + 1
    }
  }
  return -1
}

/** Searches one text. All failed searches together may read four times the text, so that no nesting makes them quadratic. */
export const jsonRegions = (text: string): { endAt(start: number): number } => {
  let patience = 4 * text.length
  return {
    /** Index after the JSON object or array that starts at `start` (white space allowed) and fills its lines, or -1. */
    endAt(start: number): number {
      let open = start
      while (text.charCodeAt(open) === 32 || text.charCodeAt(open) === 9) open++
      const unit = text.charCodeAt(open)
      if ((unit !== 123 && unit !== 91) || patience <= 0) return -1
      const close = closingBracket(text, open, patience)
      let end = close
      while (end >= 0 && (text.charCodeAt(end) === 32 || text.charCodeAt(end) === 9)) end++
      const next = text.charCodeAt(end)
      const fillsLine = end >= text.length || next === 10 || next === 13
      const found = close >= 0 && fillsLine && isJson(text.slice(open, close))
      if (!found) patience -= (close < 0 ? text.length : close) - open
      return found ? end : -1
    },
  }
}
