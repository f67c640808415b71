// What may appear in no log, whatever is sent with it.

export const canaryKey = 'sk-canary-wire-5c1f'
export const canarySentence = 'canary-sentence-on-the-wire'

/** Which of these a text holds. */
export const canariesIn = (text: string, more: readonly string[] = []): readonly string[] =>
  [canaryKey, canarySentence, ...more]
    .filter((secret) => text.includes(secret))
    .map((secret) => `a log holds ${secret.slice(0, 12)}…`)

/** What Node prints of a fault of ours. */
export const faultsIn = (text: string): readonly string[] =>
  [/unhandled/i, /\n\s+at \S+ \(?(file|node):/, /TypeError|RangeError|ReferenceError/]
    .flatMap((pattern) => pattern.exec(text)?.[0] ?? [])
    .map((found) => `a log holds ${JSON.stringify(found)}`)
