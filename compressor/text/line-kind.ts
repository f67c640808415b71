// Classifies one line by its shape: prose, code, log, table, diff, listing. Knows nothing of its neighbours; the router
// joins lines into blocks.

import { CharacterClass, characterClasses } from './characters.ts'
import { isDigit } from './marks.ts'

/**
 * `blank` is white space or a row of dashes, which says nothing about its block. `name` is a bare word or two: an item of a
 * listing if several stand together.
 */
export type LineKind = 'blank' | 'prose' | 'name' | 'code' | 'log' | 'table' | 'diff' | 'listing'

const diffHead = /^(diff --git |@@ -\d|index [0-9a-f]{6,}\.\.|--- [a-z/]|\+\+\+ [a-z/])/
const logHead =
  /^[ \t]*(\[?\d{4}[-/]\d\d[-/]\d\d[T ,:]|[[(]?\d\d:\d\d:\d\d[.,\]) ]|(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) +\d{1,2} \d\d:\d\d|\[?(TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL|PANIC)[\]: |-])/
const traceLine =
  /^([ \t]+at [^ ]+[(:]|Traceback \(most recent|[ \t]+File "|Caused by: |[ \t]*\.\.\. \d+ more|goroutine \d|[A-Za-z_$][\w.$]*(Exception|Error)(:|$))/
const listingLine =
  /^([dlcbps-][rwxsStT-]{9}[.+@]?[ \t]|total \d+$|[A-Za-z0-9_./-]+[./][A-Za-z0-9_./-]*:\d+[:-]|[A-Z_][A-Z0-9_]{2,}=|[ MADRCU?!]{2} [^ ]+$|[ \t]+(modified|new file|deleted|renamed):|[ \t│|]*[├└]|[│ ]+[├└│])/
const pathOnly = /^[ \t]*\.{0,2}[A-Za-z0-9_@~+-]*([./\\][A-Za-z0-9_@~+-]+)+\/?[ \t]*$/
const codeHead =
  /^[ \t]*(import [\w{*"'.]|from [\w.]+ import |export (default |const |function |class |interface |type )|(const|let|var) [\w{[]|(public|private|protected|static|async|final|abstract) [\w<[]+ |(def|fn|func|function) [\w$]+ ?[(<]|(class|struct|interface|enum|impl|trait) \w+[^a-z]*[{:(]|(if|for|while|switch|catch|elif|match) ?\(|(if|for|while|elif|with|except) .*:$|(else|try|finally|do) ?[{:]|return[ ;(]?[^ ]*;?$|return .*[;()[\]]|#(include|define|ifdef|endif|!)|\/\/|\/\*|\*\/|@\w+(\(|$)|[$>%#] [a-z./][\w./-]*( |$)|>>> |SELECT |INSERT INTO |UPDATE \w+ SET |CREATE TABLE |<\/?[A-Za-z!?][^ ]*( [^>]*)?>$|[\w.]+(\[[^\]]*\])? [-+*/|]?= [^=])/
const settingLine = /^[ \t]*(- )?[a-z_][\w.-]*:( [^ ].*)?$/
const separators = '{}[]<>=;_$\\|&^@#*+~`'
const isSeparator = new Uint8Array(128)
for (const character of separators) isSeparator[character.charCodeAt(0)] = 1

/** Headings, list items and quotations in Markdown. */
const markdownHead = /^ {0,3}(#{1,6} |[-*+] |>+ |\d{1,3}[.)] )/

interface LineCounts {
  visible: number
  letters: number
  symbols: number
  words: number
  bars: number
  tabs: number
  gaps: number
  tightCommas: number
  looseCommas: number
}

const countLine = (text: string, start: number, end: number): LineCounts => {
  let visible = 0
  let letters = 0
  let symbols = 0
  let words = 0
  let bars = 0
  let tabs = 0
  let gaps = 0
  let tightCommas = 0
  let looseCommas = 0
  let inWord = false
  let spaces = 0
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at)
    // Inside a word, as most characters are.
    if (inWord && unit >= 97 && unit <= 122) {
      visible++
      letters++
      continue
    }
    const value = characterClasses[unit] ?? CharacterClass.symbol
    if (value === CharacterClass.space) {
      if (unit === 9 && visible > 0) tabs++
      spaces++
      inWord = false
      continue
    }
    if (spaces > 2 && visible > 0) gaps++
    spaces = 0
    visible++
    if (value >= CharacterClass.lower && value <= CharacterClass.mark) {
      letters++
      if (!inWord) words++
      inWord = true
    } else {
      const inCall = inWord
      if (unit !== 39) inWord = false
      if (unit === 124) bars++
      else if (unit === 44) {
        const next = text.charCodeAt(at + 1)
        if (next === 32 || next === 9 || at + 1 >= end) looseCommas++
        else if (!(isDigit(next) && isDigit(text.charCodeAt(at - 1)))) tightCommas++
      } else if (unit === 40 && inCall) symbols += 2
      if (unit < 128 && isSeparator[unit] === 1) symbols++
    }
  }
  return { visible, letters, symbols, words, bars, tabs, gaps, tightCommas, looseCommas }
}

const endsLikeCode = (unit: number): boolean => unit === 123 || unit === 125 || unit === 59 || unit === 92

/** The kind of the line `[start, end)`, without its line end. */
export const lineKind = (text: string, start: number, end: number): LineKind => {
  const counts = countLine(text, start, end)
  if (counts.visible === 0) return 'blank'
  const head = text.slice(start, Math.min(end, start + 400))
  if (diffHead.test(head)) return 'diff'
  if (logHead.test(head) || traceLine.test(head)) return 'log'
  if (counts.bars > 1 && (head.trimStart().startsWith('|') || counts.bars * 12 >= counts.visible)) return 'table'
  if (counts.letters === 0 && counts.bars + counts.tightCommas === 0 && counts.symbols * 2 < counts.visible)
    return counts.visible > 40 ? 'listing' : 'blank'
  if (listingLine.test(head) || (end - start < 400 && pathOnly.test(head))) return 'listing'
  const columns = counts.tabs + counts.gaps
  if (columns > 1 && columns * 8 >= counts.words) return 'table'
  if (counts.tightCommas > 1 && counts.looseCommas === 0 && counts.words <= 3 * counts.tightCommas) return 'table'
  if (markdownHead.test(head)) return 'prose'
  if (codeHead.test(head)) return 'code'
  const last = text.charCodeAt(end - 1)
  if (counts.symbols * 4 >= counts.visible) return 'code'
  if (counts.symbols * 10 >= counts.visible && (endsLikeCode(last) || counts.words < 6)) return 'code'
  if (endsLikeCode(last) && counts.words < 12 && last !== 59) return 'code'
  if (settingLine.test(head) && counts.words < 12) return 'code'
  if (counts.words < 3 && last !== 46 && last !== 33 && last !== 63 && last !== 58) return 'name'
  return 'prose'
}
