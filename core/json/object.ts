// What `JSON.parse` has made, before anybody knows what it is.

export type JsonObject = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An empty object for what is not an object. */
export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {})

/** Whether a value is an object or a list: a list has members too, and none of the names that are asked for. */
export const hasMembers = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null
