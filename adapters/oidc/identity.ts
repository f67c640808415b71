// An OpenID provider: code flow with PKCE, state and nonce, all judged by openid-client.

import * as oidc from 'openid-client'
import { defined } from '../../core/collections/defined.ts'
import type { Identity } from '../../core/people/identity.ts'
import { StoreUnreachable } from '../../core/runtime/store-unreachable.ts'

export interface IdentityOptions {
  readonly issuer: string
  readonly clientId: string
  /** Absent: a public client, proven by PKCE alone. */
  readonly clientSecret?: string
  readonly dashboardUrl: string
  /** Origins of issuers that may be plain http. No stack names one. */
  readonly trustedOrigins: readonly string[]
}

const timeoutSeconds = 5
/**
 * Signatures are checked too, although the token comes straight from the issuer: TLS is then not all that stands behind it.
 */
const checks = [oidc.enableNonRepudiationChecks]
const scope = 'openid email profile'

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, 254) : undefined

/** Asks the issuer where its endpoints are when it is first needed, and once. */
export const openidIdentity = (options: IdentityOptions): Identity => {
  const { issuer, clientId, clientSecret, dashboardUrl, trustedOrigins } = options
  const redirectUri = `${dashboardUrl}/auth/callback`
  let found: Promise<oidc.Configuration> | undefined

  const discovered = (): Promise<oidc.Configuration> => {
    const isTrusted = trustedOrigins.includes(new URL(issuer).origin)
    found ??= oidc
      .discovery(
        new URL(issuer),
        clientId,
        undefined,
        clientSecret === undefined ? oidc.None() : oidc.ClientSecretBasic(clientSecret),
        { timeout: timeoutSeconds, execute: isTrusted ? [...checks, oidc.allowInsecureRequests] : checks },
      )
      .catch((error: unknown) => {
        found = undefined
        throw new StoreUnreachable('The issuer did not answer.', { cause: error })
      })
    return found
  }

  return {
    async leave() {
      const configuration = await discovered()
      const verifier = oidc.randomPKCECodeVerifier()
      const state = oidc.randomState()
      const nonce = oidc.randomNonce()
      const url = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, state, nonce, verifier }
    },

    async return(url, { state, nonce, verifier }) {
      const configuration = await discovered()
      const tokens = await oidc.authorizationCodeGrant(configuration, url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (claims === undefined) throw new TypeError('The issuer sent no ID token.')
      // Some issuers put the address into the ID token, others only where it is asked for.
      const hasUserInfo = configuration.serverMetadata().userinfo_endpoint !== undefined
      const more =
        claims.email === undefined && hasUserInfo
          ? await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)
          : claims
      const email = text(more.email)
      const name = text(more.name)
      return {
        issuer: claims.iss,
        subject: claims.sub,
        // Cognito spells a boolean as a word in some tokens.
        emailVerified: more.email_verified === true || String(more.email_verified) === 'true',
        ...defined({ email, name }),
      }
    },

    async signOutUrl() {
      const configuration = await discovered()
      if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined
      // The second name of the same thing is Cognito's.
      const back = { post_logout_redirect_uri: `${dashboardUrl}/`, logout_uri: `${dashboardUrl}/` }
      return oidc.buildEndSessionUrl(configuration, { client_id: clientId, ...back }).href
    },
  }
}
