// A request to the dashboard as it was received, and the answer to it. Both are whole: nothing here streams.

export interface Asked {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** `name=value`, as the browser sent them. */
  readonly cookies: readonly string[]
  readonly body: string
  /** Where it came from. */
  readonly address: string
  /** Milliseconds since the epoch. */
  readonly now: number
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly cookies: readonly string[]
  readonly body: string | Uint8Array
}

/** A document. */
export const json = (body: unknown, status = 200): Answer => ({
  status,
  headers: { 'content-type': 'application/json' },
  cookies: [],
  body: JSON.stringify(body),
})

/** Go there, by GET. */
export const seeOther = (location: string, cookies: readonly string[]): Answer => ({
  status: 303,
  headers: { location },
  cookies,
  body: '',
})

/** The value of a cookie; the first one where there are several. */
export const cookieOf = ({ cookies }: Asked, name: string): string | undefined => {
  const found = cookies.find((cookie) => cookie.startsWith(`${name}=`))
  return found?.slice(name.length + 1)
}
