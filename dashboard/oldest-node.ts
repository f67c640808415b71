// The oldest Node that runs the command line. It brings a hash in one call, which playing sessions needs.

/** As people are told it; its package, its build and its doctor mean the same. */
export const oldestNode = '20.12'
