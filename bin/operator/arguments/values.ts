// Reads the values of arguments and options. Refuses unknown ones by name and guesses nothing.

import * as z from 'zod'
import { accountName, accountNameForm } from '../../../core/access/account-name.ts'
import { monthPattern } from '../../../core/savings/calendar.ts'
import { isPrice, leastPrice, mostPrice } from '../../../core/savings/money.ts'
import { isDay } from '../../../core/text/day.ts'
import { UsageFault } from '../../usage-fault.ts'

/** The options that were given, by name. */
export type Given = Readonly<Record<string, string | undefined>>

const quoted = (text: string): string => JSON.stringify(text)

/** The name of an account. */
export const nameFrom = (text: string): string => {
  if (accountName.test(text)) return text
  throw new UsageFault(`${quoted(text)} is not a name. A name has ${accountNameForm}.`)
}

/** One of a list. `what` as in "Unknown kind". */
export const oneOf = <Known extends string>(text: string, known: readonly Known[], what: string): Known => {
  const found = known.find((one) => one === text)
  if (found !== undefined) return found
  throw new UsageFault(`Unknown ${what}: ${quoted(text)}. Known: ${known.join(', ')}.`)
}

/** Some of a list, separated by commas, each once; an empty text means none. */
export const someOf = <Known extends string>(text: string, known: readonly Known[], what: string): readonly Known[] => {
  const words = text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
  return [...new Set(words.map((word) => oneOf(word, known, what)))]
}

/** A whole number from 1 to `max`. */
export const wholeNumber = (text: string, max: number, option: string): number => {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : 0
  if (value >= 1 && value <= max) return value
  throw new UsageFault(`--${option} is ${quoted(text)}, but must be a whole number from 1 to ${max}.`)
}

/** A number from 0 to 1. */
export const fraction = (text: string, option: string): number => {
  const value = /^(\d+(\.\d*)?|\.\d+)$/.test(text) ? Number(text) : Number.NaN
  if (value >= 0 && value <= 1) return value
  throw new UsageFault(`--${option} is ${quoted(text)}, but must be a number from 0 to 1.`)
}

/** US dollars per million input tokens by the beginning of a model's name: `claude-sonnet=3,gpt-5.4=1.25`; empty for none. */
export const pricesFrom = (text: string): Readonly<Record<string, number>> => {
  const pairs = text
    .split(',')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '')
  const prices = new Map<string, number>()
  for (const pair of pairs) {
    const [, model = '', price = ''] = /^([^=\s]{1,100})=\$?(\d+(?:\.\d+)?)$/.exec(pair) ?? []
    // No store and no schema keeps a member of that name.
    if (!isPrice(Number(price)) || model === '__proto__')
      throw new UsageFault(
        `--prices has ${quoted(pair)}, but takes MODEL=DOLLARS, such as claude-sonnet=3 (per million input tokens, from ${leastPrice} to ${mostPrice}).`,
      )
    if (prices.has(model)) throw new UsageFault(`--prices has ${quoted(model)} twice.`)
    prices.set(model, Number(price))
  }
  return Object.fromEntries(prices)
}

/** A text for people: some words on one line. */
export const labelFrom = (text: string): string => {
  if (/^[^\p{Cc}]{1,100}$/u.test(text.trim())) return text.trim()
  throw new UsageFault('--label must be 1 to 100 characters on one line.')
}

/** `null` for `none`, which removes a setting. */
export const orNone = <Value>(text: string, read: (text: string) => Value): Value | null =>
  text === 'none' ? null : read(text)

const moment = z.union([z.iso.datetime({ offset: true }), z.iso.date()])

const momentFrom = (text: string, option: string): string => {
  if (moment.safeParse(text).success) return new Date(text).toISOString()
  throw new UsageFault(
    `--${option} is ${quoted(text)}, but must be ISO 8601, such as 2027-01-31 or 2027-01-31T12:00:00Z.`,
  )
}

/**
 * A date, or a date and time with its zone, after `now` (milliseconds since the epoch); in ISO 8601 and UTC. What ends on a day ends with it,
 * as on the dashboard.
 */
export const futureMoment = (text: string, now: number, option: string): string => {
  const iso = momentFrom(isDay(text) ? `${text}T23:59:59Z` : text, option)
  if (Date.parse(iso) > now) return iso
  throw new UsageFault(`--${option} is ${quoted(text)}, which is not in the future.`)
}

/** The same, before `now`. */
export const pastMoment = (text: string, now: number, option: string): string => {
  const iso = momentFrom(text, option)
  if (Date.parse(iso) < now) return iso
  throw new UsageFault(`--${option} is ${quoted(text)}, which is not in the past.`)
}

/** `yyyy-mm`. */
export const monthFrom = (text: string, option = 'month'): string => {
  if (monthPattern.test(text)) return text
  throw new UsageFault(`--${option} is ${quoted(text)}, but must be a month such as 2026-11.`)
}

/** A session id: a UUID of any version. */
export const sessionFrom = (text: string): string => {
  if (z.guid().safeParse(text).success) return text
  throw new UsageFault(`${quoted(text)} is not a session id: it must be a UUID.`)
}
