// Which part of the data an engine never met while it was made: by article, run and repository, from the digests of names
// alone. The one home of the rule, for training and for measuring. Knows no data.

import { createHash } from 'node:crypto'
import { digestOf } from './transcripts.ts'

/** Articles that helene's points and weights were made on. By the title, so that no paragraph of such an article is reported. */
export const isTuningArticle = (title: string): boolean =>
  (createHash('sha256').update(title).digest()[0] ?? 0) % 4 !== 1

const developmentParts = 10

/** Coding runs that the shipped forest of adeline never saw: one in ten of each repository. */
export const isDevelopment = ({ id }: { readonly id: string }): boolean =>
  digestOf(`development ${id}`) % developmentParts === 0

/** Customer-service runs that the thresholds of adeline's rules were set on, and that its forest of JSON learned from. */
export const isTuningServiceRun = ({ id }: { readonly id: string }): boolean => digestOf(id) % 2 === 0
