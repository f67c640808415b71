// Path and query as an upstream may read them: some decode what is encoded, and what stands behind them decodes it again. Only for
// judging: what goes upstream is never decoded.

/** Nobody decodes more often. */
const mostTimes = 3

/** With the ASCII characters that are encoded in it, also more than once. */
export const decoded = (text: string): string => {
  let read = text
  for (let times = 0; times < mostTimes && read.includes('%'); times += 1)
    read = read.replace(/%([2-7][\da-f])/gi, (_whole, digits: string) =>
      String.fromCharCode(Number.parseInt(digits, 16)),
    )
  return read
}
