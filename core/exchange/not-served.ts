// Requests that a provider did not serve: nobody is charged for them, they save nothing, and nothing of them is cached.

/** The reason in the receipt of an answer whose status says that all is well and whose body begins with an error. */
export const errorInAnswer = 'error-in-answer'

/** Whether a request with this status was not served: it failed, or was redirected, which is not followed. */
export const isNotServed = (status: number): boolean => status >= 300
