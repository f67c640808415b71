// An error and its causes, for a log: by names and codes, because what they say may quote a request.

/** A chain may lead back to itself. */
const most = 10

/** The error first, then what caused it. Of what is no error, none. */
export const errorChain = (error: unknown, left = most): readonly Error[] =>
  error instanceof Error && left > 0 ? [error, ...errorChain(error.cause, left - 1)] : []

/** What it came of, the outermost first: the code of each, or its name. That a signal has fired has a number for a code, which tells nobody anything. */
export const reasonsOf = (error: unknown): readonly string[] =>
  errorChain(error).map((one) => ('code' in one && typeof one.code === 'string' ? one.code : one.name))
