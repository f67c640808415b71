// An OpenID provider that tells whatever a test wants it to.

import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { Finally } from '../../../testkit/after-suite.ts'
import { listen } from '../../../testkit/listen.ts'

export interface Lies {
  /** Over the true ones. */
  readonly claims?: Readonly<Record<string, unknown>>
  readonly header?: Readonly<Record<string, unknown>>
  /** @default signed by the key that the issuer publishes */
  readonly signature?: 'none' | 'hmac-with-public-key' | 'another-key'
  /** Signs with the key that it has published for later. */
  readonly rotates?: boolean
}

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const newKey = () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { privateKey, kid: randomUUID() }
}

const signed = (input: string, key: KeyObject, how: Lies['signature']): string => {
  if (how === 'none') return ''
  if (how === 'hmac-with-public-key')
    return createHmac('sha256', createPublicKey(key).export({ type: 'spki', format: 'pem' }))
      .update(input)
      .digest('base64url')
  const by = how === 'another-key' ? newKey().privateKey : key
  return sign('sha256', Buffer.from(input), { key: by, dsaEncoding: 'ieee-p1363' }).toString('base64url')
}

const bodyOf = async (request: IncomingMessage): Promise<URLSearchParams> => {
  let text = ''
  for await (const chunk of request) text += chunk
  return new URLSearchParams(text)
}

/** Codes are good once; `nonceOf` is told the nonce that a code was asked for with. */
export const openHostileIssuer = async (finallyDo: Finally) => {
  const [first, next] = [newKey(), newKey()]
  let key = first
  let lies: Lies = {}
  let issuer = ''
  const nonces = new Map<string, string>()

  const idToken = (nonce: string): string => {
    const seconds = Math.floor(Date.now() / 1000)
    key = lies.rotates === true ? next : first
    const claims = { iss: issuer, sub: 'ana', aud: 'client', iat: seconds, exp: seconds + 60, nonce, ...lies.claims }
    const header = { alg: 'ES256', kid: key.kid, typ: 'JWT', ...lies.header }
    const input = `${encoded(header)}.${encoded(claims)}`
    return `${input}.${signed(input, key.privateKey, lies.signature)}`
  }

  const server = createServer(async (request, response) => {
    const answer = (status: number, body: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    const { pathname } = new URL(request.url ?? '/', issuer)
    if (pathname === '/.well-known/openid-configuration')
      answer(200, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        id_token_signing_alg_values_supported: ['ES256', 'HS256', 'none'],
        authorization_response_iss_parameter_supported: true,
      })
    else if (pathname === '/jwks')
      answer(200, {
        keys: [first, next].map(({ privateKey, kid }) => ({
          ...createPublicKey(privateKey).export({ format: 'jwk' }),
          kid,
          alg: 'ES256',
          use: 'sig',
        })),
      })
    else {
      const code = (await bodyOf(request)).get('code') ?? ''
      const nonce = nonces.get(code)
      nonces.delete(code)
      if (nonce === undefined) return answer(400, { error: 'invalid_grant' })
      answer(200, { access_token: 'a', token_type: 'Bearer', id_token: idToken(nonce) })
    }
  })
  const { origin } = await listen(server, { finallyDo })
  issuer = origin

  return {
    issuer,
    lie(next: Lies) {
      lies = next
    },
    /** Where the issuer sends a browser back to, after it was left for by this URL. */
    back(left: string, change: Readonly<Record<string, string>> = {}): URL {
      const { searchParams } = new URL(left)
      const code = randomUUID()
      nonces.set(code, searchParams.get('nonce') ?? '')
      const back = new URL(searchParams.get('redirect_uri') ?? '')
      const parameters = { code, state: searchParams.get('state') ?? '', iss: issuer, ...change }
      for (const [name, value] of Object.entries(parameters)) back.searchParams.set(name, value)
      return back
    },
  }
}
