// How programs ask, and how they are told no: RFC 6749, 5.2.

import type { DeviceError } from '../../core/people/device-login.ts'
import { type Answer, type Asked, json } from '../http.ts'

export type OAuthErrorCode =
  | DeviceError
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_scope'
  | 'unsupported_grant_type'

/** A program is told no. The description is public, and repeats nothing of what was sent. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError'
  readonly code: OAuthErrorCode
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  constructor(
    code: OAuthErrorCode,
    description: string,
    {
      status = 400,
      headers = {},
    }: { readonly status?: number; readonly headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(description)
    this.code = code
    this.status = status
    this.headers = headers
  }
}

/** `answer`, or the error that it ends with as programs read it. */
export const toldAsOAuth = async (answer: () => Promise<Answer>): Promise<Answer> => {
  try {
    return await answer()
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    const said = json({ error: error.code, error_description: error.message }, error.status)
    return { ...said, headers: { ...said.headers, ...error.headers } }
  }
}

const formType = /^application\/x-www-form-urlencoded\s*(;|$)/i

export type Form = (name: string) => string | undefined

/** Throws `OAuthError` for anything but a form in which each member stands once; an empty member counts as absent. */
export const readForm = ({ headers, body }: Asked): Form => {
  if (!formType.test(headers['content-type'] ?? ''))
    throw new OAuthError('invalid_request', 'The body must be application/x-www-form-urlencoded.')
  const form = new URLSearchParams(body)
  return (name) => {
    const [value = '', ...more] = form.getAll(name)
    if (more.length > 0) throw new OAuthError('invalid_request', `${name} is there more than once.`)
    return value === '' ? undefined : value
  }
}

/** Throws `OAuthError`. */
export const required = (form: Form, name: string): string => {
  const value = form(name)
  if (value === undefined) throw new OAuthError('invalid_request', `${name} is missing.`)
  return value
}
