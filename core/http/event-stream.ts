// Reads server-sent events from chunks cut anywhere, for a meter that looks on. It never touches what is relayed.

/** An event larger than this is passed over: it cannot be held in memory for the sake of a count. */
const maxEventLength = 8_000_000

/**
 * Feeds chunks of an event stream and hands on the data of the first event, and of every other whose text contains `marker`.
 * Tolerates LF and CRLF, comments, unknown fields and a missing last blank line (`end`).
 */
export const eventStreamReader = (
  marker: string,
  onData: (data: string) => void,
): { push(chunk: Uint8Array): void; end(): void } => {
  const decoder = new TextDecoder()
  let rest = ''
  let data = ''
  let overlong = false
  let isFirst = true

  const dispatch = (): void => {
    if (!overlong && data !== '' && (isFirst || data.includes(marker))) onData(data)
    isFirst &&= data === '' && !overlong
    data = ''
    overlong = false
  }
  const line = (text: string): void => {
    if (text === '') dispatch()
    else if (text.startsWith('data:')) {
      if (data.length + text.length > maxEventLength) overlong = true
      else data += `${data === '' ? '' : '\n'}${text.slice(text[5] === ' ' ? 6 : 5)}`
    }
  }
  const take = (text: string): void => {
    let start = 0
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      const whole = rest + text.slice(start, end)
      rest = ''
      line(whole.endsWith('\r') ? whole.slice(0, -1) : whole)
      start = end + 1
    }
    if (rest.length + text.length - start > maxEventLength) overlong = true
    rest = overlong ? '' : rest + text.slice(start)
  }

  return {
    push: (chunk) => take(decoder.decode(chunk, { stream: true })),
    end: () => {
      take(`${decoder.decode()}\n\n`)
    },
  }
}
