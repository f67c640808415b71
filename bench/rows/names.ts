// The rows of the table, in the order in which they are measured and printed; `peers` is installed and measured when it is asked for.

export const rowNames = [
  'own-work',
  'first-byte',
  'chain-hit',
  'cpu',
  'large-body',
  'memory',
  'streams',
  'container',
  'dynamodb',
  'cold-start',
  'dashboard',
  'command-line',
  'engines',
] as const

export type RowName = (typeof rowNames)[number] | 'peers'
