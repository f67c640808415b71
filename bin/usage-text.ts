// Usage texts as a terminal of 80 columns shows them.

export const usageWidth = 80

/** Lines of words, each behind the indent, that fit. */
export const wrapped = (text: string, indent: string): string => {
  const lines = ['']
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1) ?? ''
    if (indent.length + last.length + word.length < usageWidth)
      lines[lines.length - 1] = `${last}${last === '' ? '' : ' '}${word}`
    else lines.push(word)
  }
  return lines.map((line) => `${indent}${line}`).join('\n')
}

/** Each option with its value, and beside it what it does. */
export const optionsText = (options: Readonly<Record<string, string>>): string => {
  const indent = ' '.repeat(4 + Math.max(...Object.keys(options).map((option) => option.length)))
  return Object.entries(options)
    .map(([option, does]) => `  ${option}`.padEnd(indent.length) + wrapped(does, indent).trimStart())
    .join('\n')
}
