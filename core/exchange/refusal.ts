// Requests that a provider did not serve: nobody is charged for them, they save nothing, and nothing of them is cached.

/** The reason in the receipt where an answer that begins like any other tells an error in place of what was asked for. */
export const errorInAnswer = 'error-in-answer'

/** Whether this status is none of a served request: errors and redirects, which are not followed. */
export const isRefusal = (status: number): boolean => status >= 300
