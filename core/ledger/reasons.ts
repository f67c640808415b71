// Why an exchange went as it did, in words: the reasons of receipts, as the dashboard, the command line and the terminal tell them.

const reasons: Readonly<Record<string, string>> = {
  'read-failed': 'The request could not be read, and was sent as it came.',
  'decide-failed': 'Deciding failed, and the original was sent.',
  'shorten-failed': 'Shortening failed, and the original was sent.',
  'rewrite-failed': 'Rewriting failed, and the original was sent.',
  'recognise-failed': 'The conversation could not be recognised, and the original was sent.',
  'compressor-timeout': 'The compressor did not answer in time.',
  'compressor-failed': 'The compressor failed.',
  'language-not-covered': 'The text is in a language that the compressor does not know, and came back as it was.',
  'chain-unavailable': 'The record of the conversation could not be read in time.',
  'chain-unreadable': 'The record of the conversation is of another version.',
  'chain-verbatim': 'The provider has refused a shortened form of this conversation: it is sent whole.',
  'compacted-form-rejected': 'The provider refused the shortened form and got the original.',
  'edited-by-provider':
    "The client asks the provider to clear or to compact the conversation beyond a length, or a block of the provider's stands for what was said before it: nothing more goes, and what the provider no longer has travels whole.",
  'idempotency-key':
    'The client sends an Idempotency-Key: under it every repetition must be the same, so it is sent whole.',
  'calls-not-in-body': 'The request has results of tools without the calls that they answer: they are sent whole.',
  'below-cacheable-length': 'The prompt kept text that could go: without it, it might be too short to cache.',
  'less-than-a-step':
    'What could go is less than the step by which the provider reads its cache: it might cost more than it saves.',
  'too-much-to-read': 'The request has too many values to be read in time, and was sent as it came.',
  'path-not-compacted': 'The path is not one that is compacted: the base URL of the client may be wrong.',
  'body-encoded': 'The body came compressed, and was sent as it came.',
  'client-left': 'The client left before the end of the answer.',
  'error-in-answer': 'The provider’s answer was an error, although its status was not.',
  'cache-not-read': 'The provider did not read what it should have cached.',
  'upstream-unreachable': 'The provider could not be reached.',
  'upstream-timeout': 'The provider did not answer in time.',
  'upstream-broken': 'The provider closed the connection without an answer.',
  'upstream-malformed': 'The provider’s answer was not HTTP.',
  'upstream-address-rejected': 'The provider’s name leads to an address that may not be reached.',
}

/** A sentence; the reason itself where there is none. */
export const reasonInWords = (reason: string): string => reasons[reason] ?? reason

/** The same as a part of a line: without its capital and its full stop. */
export const reasonAsClause = (reason: string): string =>
  reasonInWords(reason)
    .replace(/^[A-Z]/, (first) => first.toLowerCase())
    .replace(/\.$/, '')

/** Why nothing went where no reason is told: what the mode leaves for later. A sentence. */
export const whyNothingWent = (mode: string | undefined): string =>
  mode === 'arrival'
    ? 'Nothing of what was new could go; what was sent before goes further once that pays.'
    : 'New text stays whole until the model has read it, and goes later, once that pays.'
