// The one shape in which the service and its compressor say no.

/** `{error: {type, message, …}}` as JSON. `members` are further public members of `error`, in snake_case. */
export const errorBody = (type: string, message: string, members: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({ error: { type, message, ...members } })
