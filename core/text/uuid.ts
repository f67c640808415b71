// How a UUID is spelled (RFC 9562), of any version: sessions are told by one.

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** In letters of either case, and nothing around it. */
export const isUuid = (text: string): boolean => uuid.test(text)
