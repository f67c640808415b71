// What becomes of words on a command line that are not understood.

/** The command was not understood: the message and the usage on standard error, exit 2. */
export class UsageFault extends Error {
  override readonly name = 'UsageFault'
}

/** Node goes on with advice that would not help here. */
const firstSentence = (text: string): string => /^.*?\.(?= |$)/s.exec(text)?.[0] ?? text

/** What `parse` gives. Throws a `UsageFault` with the message of whatever it throws. */
export const orUsageFault = <Parsed>(parse: () => Parsed): Parsed => {
  try {
    return parse()
  } catch (error) {
    throw error instanceof UsageFault
      ? error
      : new UsageFault(error instanceof Error ? firstSentence(error.message) : 'The options cannot be read.')
  }
}
