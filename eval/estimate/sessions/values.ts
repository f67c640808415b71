// What a line of somebody else's file holds, whatever it holds.

import { objectOf } from '../../../core/json/object.ts'

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Texts of a result or message; pictures count for nothing here. */
export const textsOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : listOf(content)
        .map((block) => textOf(objectOf(block).text))
        .filter((text) => text !== '')
        .join('\n')

export const numberOf = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0

/** Milliseconds since 1970; 0 for what is not a date. */
export const timeOf = (value: unknown): number => {
  const time = Date.parse(textOf(value))
  return Number.isNaN(time) ? 0 : time
}
