// The OpenID provider of a service on this machine: a certified one, with the people of local/dashboard/people.ts and one code that
// they all share. A person who has the code can read the data folder anyway.

import { generateKeyPairSync, hash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Provider } from 'oidc-provider'
import { issuerMemory } from './issuer-memory.ts'
import { codePage, signedOutPage } from './issuer-pages.ts'
import { localPeople } from './people.ts'

export const issuerPath = '/issuer'
export const localClient = 'dashboard'
/** Set by the link that `npm start` prints; read by the issuer alone. */
export const startCookie = 'issuer-start'

export interface LocalIssuer {
  /** Takes requests below `/issuer`. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** Whether this is the code of the people here. */
  isCode(code: string): boolean
}

/** Every port of localhost has the same cookies: names tell whose they are. */
export const issuerCookies = (dashboardUrl: string) => {
  const { port } = new URL(dashboardUrl)
  return { session: `issuer-${port}`, interaction: `issuer-interaction-${port}`, resume: `issuer-resume-${port}` }
}

const maxFormBytes = 4_096

const formOf = async (request: IncomingMessage): Promise<URLSearchParams> => {
  let text = ''
  for await (const chunk of request) {
    text += chunk
    if (text.length > maxFormBytes) return new URLSearchParams()
  }
  return new URLSearchParams(text)
}

const startedAs = ({ headers }: IncomingMessage): { readonly code: string; readonly subject: string } => {
  const found = new RegExp(`(?:^|; )${startCookie}=([\\w-]+)\\.([a-z]+)`).exec(headers.cookie ?? '')
  return { code: found?.[1] ?? '', subject: found?.[2] ?? '' }
}

const providerOf = (issuer: string, dashboardUrl: string): Provider =>
  new Provider(issuer, {
    adapter: issuerMemory(),
    clients: [
      {
        client_id: localClient,
        token_endpoint_auth_method: 'none',
        redirect_uris: [`${dashboardUrl}/auth/callback`],
        post_logout_redirect_uris: [`${dashboardUrl}/`],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: {
      keys: [
        { ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }), alg: 'ES256' },
      ],
    },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    findAccount: (_context, subject) => {
      const person = localPeople.find((one) => one.subject === subject)
      if (person === undefined) return undefined
      const { name, email } = person
      return { accountId: subject, claims: () => ({ sub: subject, name, email, email_verified: true }) }
    },
    // Nobody is asked whether the dashboard may know who they are: both are the same service.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ accountId: oidc.session?.accountId ?? '', clientId: localClient })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        logoutSource: (context, form) => {
          context.body = signedOutPage(form)
        },
      },
    },
    interactions: { url: (_context, interaction) => `${issuerPath}/interaction/${interaction.uid}` },
    cookies: {
      keys: [crypto.randomUUID()],
      names: issuerCookies(dashboardUrl),
    },
    pkce: { required: () => true },
    ttl: { Interaction: 600, Session: 3_600, Grant: 3_600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
  })

/** `code` lets people in. */
export const openIssuer = (dashboardUrl: string, code: string): LocalIssuer => {
  const provider = providerOf(`${dashboardUrl}${issuerPath}`, dashboardUrl)
  const handler = provider.callback()
  // Texts of as many characters may have more bytes, and those are not compared.
  const isCode = (text: string): boolean =>
    timingSafeEqual(hash('sha256', text, 'buffer'), hash('sha256', code, 'buffer'))

  const finish = async (request: IncomingMessage, response: ServerResponse, accountId: string): Promise<void> =>
    provider.interactionFinished(request, response, { login: { accountId } }, { mergeWithLastSubmission: false })

  const interact = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const started = startedAs(request)
    const isPerson = (subject: string): boolean => localPeople.some((person) => person.subject === subject)
    if (request.method === 'GET' && isCode(started.code) && isPerson(started.subject)) {
      response.appendHeader('set-cookie', `${startCookie}=; Path=${issuerPath}; HttpOnly; SameSite=Lax; Max-Age=0`)
      return finish(request, response, started.subject)
    }
    const form = request.method === 'POST' ? await formOf(request) : new URLSearchParams()
    const subject = form.get('person') ?? ''
    // Who marks it in a terminal often marks a blank more.
    if (isCode(form.get('code')?.trim() ?? '') && isPerson(subject)) return finish(request, response, subject)
    response.writeHead(request.method === 'POST' ? 403 : 200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(codePage(request.method === 'POST'))
  }

  return {
    isCode,
    async answer(request, response) {
      const { url = '' } = request
      try {
        if (url.startsWith(`${issuerPath}/interaction/`)) return await interact(request, response)
      } catch {
        // An interaction that is not there any more: begin again.
        response.writeHead(303, { location: '/auth/sign-in' }).end()
        return
      }
      // Mounted below a path: the provider routes by what follows it, and builds its URLs from what came before.
      Object.assign(request, { originalUrl: url })
      request.url = url.slice(issuerPath.length) || '/'
      await handler(request, response)
    },
  }
}
