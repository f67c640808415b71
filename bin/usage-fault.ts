// What becomes of words on a command line that are not understood.

import { parseArgs } from 'node:util'
import { givenTwice } from '../core/collections/given-twice.ts'
import { optionFault } from '../core/text/option-fault.ts'

/** The command was not understood: what `usageFaultText` says of it on standard error, exit 2. */
export class UsageFault extends Error {
  override readonly name = 'UsageFault'
}

/** How a usage begins that npm runs. npm keeps what stands before the two dashes, `--help` too. */
const byNpm = /^(?:Usage: )?(npm (?:start|run (?:-s )?\S+))/

/** What a person reads who was not understood: the fault, which no usage scrolls away, and where all options stand. */
export const usageFaultText = (message: string, usage: string): string => {
  const [, program] = byNpm.exec(usage) ?? []
  return `${message}\nAll options: ${program === undefined ? '' : `${program} -- `}--help`
}

/** Node goes on with advice that would not help here. */
const inOneLine = (text: string): string => optionFault(text) ?? /^.*?\.(?= |$)/s.exec(text)?.[0] ?? text

/** What `parse` gives. Throws a `UsageFault` with the message of whatever it throws. */
export const orUsageFault = <Parsed>(parse: () => Parsed): Parsed => {
  try {
    return parse()
  } catch (error) {
    throw error instanceof UsageFault
      ? error
      : new UsageFault(error instanceof Error ? inOneLine(error.message) : 'The options cannot be read.')
  }
}

/** Throws a `UsageFault` for an option that has two values, with the words of `givenTwice`. */
export const refuseTwice = (...words: Parameters<typeof givenTwice>): void => {
  const twice = givenTwice(...words)
  if (twice !== undefined) throw new UsageFault(`--${twice} is given twice.`)
}

/**
 * What the words of this process's command line ask for. Ends the process where that is nothing: with 0 and the usage when help was
 * asked for (`undefined`), with 2 and the fault when they are not understood.
 */
export const askedOrExit = <Options>(
  usage: string,
  read: (words: readonly string[]) => Options | undefined,
): Options => {
  try {
    const options = read(process.argv.slice(2))
    if (options !== undefined) return options
  } catch (error) {
    if (!(error instanceof UsageFault)) throw error
    process.stderr.write(`${usageFaultText(error.message, usage)}\n`)
    process.exit(2)
  }
  process.stdout.write(`${usage}\n`)
  process.exit(0)
}

/** Runs a command and says why it failed: exit 2 where its words were not understood, otherwise exit 1. */
export const sayingFaults = async (usage: string, run: () => unknown): Promise<void> => {
  try {
    await run()
  } catch (error) {
    const isUsage = error instanceof UsageFault
    const message = error instanceof Error ? error.message : String(error)
    process.stderr.write(`${isUsage ? usageFaultText(message, usage) : message}\n`)
    process.exitCode = isUsage ? 2 : 1
  }
}

const help = { type: 'boolean', short: 'h', default: false } as const

/** The words of a command that has no options; `undefined` when help was asked for. Throws `UsageFault` for an option. */
export const plainWords = (words: readonly string[]): readonly string[] | undefined => {
  const { values, positionals } = orUsageFault(() =>
    parseArgs({ args: [...words], allowPositionals: true, options: { help } }),
  )
  return values.help ? undefined : positionals
}

/** For a command that takes nothing: ends the process as `askedOrExit` does, and with 2 for any word but `--help`. */
export const takesNoWords = (usage: string): void => {
  askedOrExit(usage, (words) => {
    const { values } = orUsageFault(() => parseArgs({ args: [...words], options: { help } }))
    return values.help ? undefined : {}
  })
}
