// Which values a model must copy rather than know: ids, paths, addresses, numbers, identifiers.

const w = '[\\p{L}\\p{N}_]'
const atomPattern = new RegExp(
  [
    'https?:\\/\\/[^\\s"\'<>)\\]}]+',
    `[\\p{L}\\p{N}_.+\\-]+@[\\p{L}\\p{N}_\\-]+\\.[\\p{L}\\p{N}_.\\-]+`,
    `(?:[\\p{L}\\p{N}_.@~\\-]*\\/)+[\\p{L}\\p{N}_.@~+\\-]+`,
    '#?[A-Za-z0-9]*[A-Z0-9]+[A-Za-z0-9]*(?:[_\\-][A-Za-z0-9]+)+',
    `#${w}+`,
    `[A-Za-z_]${w}*(?:\\.[A-Za-z_]${w}*)+`,
    '\\p{Nd}[\\p{Nd},]*(?:\\.\\p{Nd}+)+',
    `${w}+`,
  ].join('|'),
  'gu',
)
const common = new Set(['true', 'false', 'none', 'null', 'utf8', 'utf-8', 'python3', '2>&1'])
const strip = (text: string, character: string): string => {
  let start = 0
  let end = text.length
  while (start < end && text[start] === character) start += 1
  while (end > start && text[end - 1] === character) end -= 1
  return text.slice(start, end)
}

/** Whether the value is one that must be copied. */
export const isHard = (atom: string): boolean => {
  const length = [...atom].length
  if (length < 3 || common.has(atom.toLowerCase())) return false
  if (/^\p{Nd}{1,2}$/u.test(strip(atom, '#'))) return false
  if (/\p{Nd}/u.test(atom)) return true
  if (atom.includes('/') && length > 4) return true
  if (strip(atom, '_').includes('_') && length > 4) return true
  if (atom.includes('@')) return true
  if (strip(atom, '.').includes('.') && length > 5) return true
  return /[a-z][A-Z]/.test(atom) && length > 4
}

/** The hard atoms of a text, in order, repeats included. */
export const hardAtoms = (text: string): string[] => {
  const found: string[] = []
  for (const match of text.matchAll(atomPattern)) {
    const atom = match[0].replace(/[.,;:]+$/, '')
    if (isHard(atom)) found.push(atom)
  }
  return found
}
