// The one shape in which the service and its compressor say no.

/**
 * `{type: "error", error: {type, message, …}}` as JSON. `members` are further public members of `error`, in snake_case. The first
 * member is Anthropic's: clients that know errors by it would otherwise show the status alone, and not what to do.
 */
export const errorBody = (type: string, message: string, members: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({ type: 'error', error: { type, message, ...members } })
