// Why nobody was reached at an address, in words: what mends a closed port, a name that is not known and a certificate differs.

import { codeOf } from '../../adapters/files/file-fault.ts'

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nobody listens there',
  ECONNRESET: 'the connection was cut',
  ENOTFOUND: 'there is no such name',
  EAI_AGAIN: 'names cannot be looked up now',
  ENETUNREACH: 'there is no network',
  EHOSTUNREACH: 'there is no way to it',
  ETIMEDOUT: 'it does not answer',
  UND_ERR_CONNECT_TIMEOUT: 'it does not answer',
  UND_ERR_SOCKET: 'the connection was cut',
  // A port of plain http, asked by https.
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak https',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'it does not speak https',
}

/** Where there is no code. */
const sayings: Readonly<Record<string, string>> = {
  // As browsers do.
  'bad port': 'Node speaks no http on that port',
}

const isOfCertificate = (code: string): boolean => /CERT|SIGNATURE|ERR_TLS/.test(code)

/** Of an error of `fetch`: `nobody listens there (ECONNREFUSED)`. Nothing where the error does not say. */
export const unreachedReason = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined
  if (error.name === 'TimeoutError') return 'it does not answer in time'
  const { cause } = error
  // Of several addresses of a name, what the last one said.
  const of = cause instanceof AggregateError ? cause.errors.at(-1) : cause
  const code = codeOf(of)
  const said = of instanceof Error ? sayings[of.message] : undefined
  if (said !== undefined) return said
  if (isOfCertificate(code))
    return `its certificate is not trusted (${code}). NODE_EXTRA_CA_CERTS=FILE names the authorities of a company`
  return reasons[code] === undefined ? undefined : `${reasons[code]} (${code})`
}
