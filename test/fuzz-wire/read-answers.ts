// Reads what came on a connection as a strict client does: one answer after the other, and nothing between or behind them.

export interface ReadAnswer {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  /** Whether all of it came. */
  readonly isWhole: boolean
}

const statusLine = /^HTTP\/1\.[01] (\d{3}) [\t\x20-\xff]*$/
const headerLine = /^([!#$%&'*+\-.^_`|~\dA-Za-z]+):[ \t]*([\t\x20-\xff]*)$/

/** Where a chunked body ends; undefined if it does not. Throws if it is not one. */
const endOfChunks = (text: string, from: number): number | undefined => {
  let at = from
  for (;;) {
    const line = text.indexOf('\r\n', at)
    if (line < 0) return undefined
    if (!/^[\dA-Fa-f]+$/.test(text.slice(at, line)))
      throw new Error(`chunk size ${JSON.stringify(text.slice(at, line))}`)
    const size = Number.parseInt(text.slice(at, line), 16)
    const end = line + 2 + size
    if (text.length < end + 2) return undefined
    if (text.slice(end, end + 2) !== '\r\n') throw new Error('a chunk does not end where it says')
    if (size === 0) return end + 2
    at = end + 2
  }
}

const endOfBody = (
  text: string,
  from: number,
  status: number,
  headers: ReadonlyMap<string, string>,
  isHead: boolean,
) => {
  if (isHead || status < 200 || status === 204 || status === 304) return from
  if (headers.has('transfer-encoding')) return endOfChunks(text, from)
  const length = headers.get('content-length')
  if (length === undefined) return undefined
  if (!/^\d+$/.test(length)) throw new Error(`length ${JSON.stringify(length)}`)
  return text.length >= from + Number(length) ? from + Number(length) : undefined
}

/** All answers in latin1 text, without interim ones. `heads`: which of them answer HEAD. Throws at what is not an answer. */
export const readAnswers = (text: string, heads: (at: number) => boolean): readonly ReadAnswer[] => {
  const answers: ReadAnswer[] = []
  let at = 0
  while (at < text.length) {
    const end = text.indexOf('\r\n\r\n', at)
    if (end < 0) throw new Error(`half a head: ${JSON.stringify(text.slice(at, at + 60))}`)
    const [first = '', ...lines] = text.slice(at, end).split('\r\n')
    const status = Number(statusLine.exec(first)?.[1] ?? Number.NaN)
    if (Number.isNaN(status)) throw new Error(`status line ${JSON.stringify(first.slice(0, 60))}`)
    const headers = new Map<string, string>()
    for (const line of lines) {
      const [, name, value] = headerLine.exec(line) ?? []
      if (name === undefined || value === undefined) throw new Error(`header ${JSON.stringify(line.slice(0, 60))}`)
      headers.set(name.toLowerCase(), value)
    }
    if (headers.has('transfer-encoding') && headers.has('content-length')) throw new Error('a length and chunks')
    const behind = endOfBody(text, end + 4, status, headers, heads(answers.length))
    if (status >= 200) answers.push({ status, headers, isWhole: behind !== undefined })
    if (behind === undefined) return answers
    at = behind
  }
  return answers
}
