// The dashboard's two cookies. On https their names carry `__Host-`, so that no other host can set them. On this machine cookies
// are shared by all ports of localhost, so there the name carries the port.

export interface CookieNames {
  readonly session: string
  readonly signIn: string
  readonly attributes: string
}

/** For a dashboard at this URL. `Lax`, since `Strict` would not come along on the way back from the issuer. */
export const cookieNames = (dashboardUrl: string): CookieNames => {
  const { protocol, port } = new URL(dashboardUrl)
  const attributes = 'Path=/; HttpOnly; SameSite=Lax'
  return protocol === 'https:'
    ? { session: '__Host-session', signIn: '__Host-sign-in', attributes: `${attributes}; Secure` }
    : { session: `session-${port}`, signIn: `sign-in-${port}`, attributes }
}

/** A `Set-Cookie`. `seconds` is its lifetime; 0 takes it away. */
export const setCookie = (name: string, value: string, attributes: string, seconds: number): string =>
  `${name}=${value}; ${attributes}; Max-Age=${seconds}`
