// What a client puts in front of what a server has answered, before a value of JSON: Codex says there how long that took.

const head = /^Wall time: \d[\d.]{0,20} seconds\r?\nOutput:\r?\n(?=\s{0,20}[[{])/

/** How many characters of a text are such a head; 0 if it has none. */
export const lengthOfHead = (text: string): number => head.exec(text)?.[0].length ?? 0
