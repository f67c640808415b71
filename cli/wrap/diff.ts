// The lines in which two texts differ, with a few of their neighbours.

const around = 2

/** Lines with `-`, `+` or a blank before them, without their ends. What is the same at both ends is left out. */
export const differenceOf = (before: string, after: string): string[] => {
  const [old, made] = [before.split('\n'), after.split('\n')]
  const shorter = Math.min(old.length, made.length)
  let head = 0
  while (head < shorter && old[head] === made[head]) head += 1
  let tail = 0
  while (tail < shorter - head && old[old.length - 1 - tail] === made[made.length - 1 - tail]) tail += 1
  // Behind the last line end stands no line.
  const end = made.at(-1) === '' ? made.length - 1 : made.length
  return [
    ...old.slice(Math.max(0, head - around), head).map((line) => `  ${line}`),
    ...old.slice(head, old.length - tail).map((line) => `- ${line}`),
    ...made.slice(head, made.length - tail).map((line) => `+ ${line}`),
    ...made.slice(made.length - tail, Math.min(end, made.length - tail + around)).map((line) => `  ${line}`),
  ].map((line) => line.replace(/\r$/, ''))
}
