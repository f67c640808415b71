// What stands behind an option of a command: one number, or several names with commas.

import { UsageFault } from './usage-fault.ts'

/** Those of `names` that the list has, in their own order; `fallback` without a list. Throws `UsageFault` for one that is not known. */
export const namesIn = <Name extends string>(
  list: string | undefined,
  names: readonly Name[],
  fallback: readonly Name[],
): readonly Name[] => {
  if (list === undefined) return fallback
  const asked = list.split(',').map((name) => name.trim())
  const unknown = asked.find((name) => !names.some((known) => known === name))
  if (unknown !== undefined) throw new UsageFault(`There is no "${unknown}"; known are ${names.join(', ')}.`)
  return names.filter((name) => asked.includes(name))
}

/** Throws `UsageFault` for what is no number in these bounds. */
export const numberIn = (option: string, text: string, from: number, to: number): number => {
  const number = Number(text)
  if (!(number >= from && number <= to)) throw new UsageFault(`--${option} takes a number from ${from} to ${to}.`)
  return number
}

/** Throws `UsageFault` for what is no whole number from `from` on. */
export const wholeNumberIn = (option: string, text: string, from: number): number => {
  const number = Number(text)
  if (!Number.isSafeInteger(number) || number < from)
    throw new UsageFault(`--${option} takes a whole number from ${from} on.`)
  return number
}
