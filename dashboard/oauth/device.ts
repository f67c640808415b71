// The endpoints by which a command line signs in (RFC 8628), and signs out (RFC 7009). They take no cookie.

import type { ServiceKey } from '../../core/access/account.ts'
import { serviceKeyFault, serviceKeyHash } from '../../core/access/keys/api-key.ts'
import { newToken } from '../../core/access/keys/token.ts'
import { Refusal } from '../../core/http/refusal.ts'
import { limitRetryAfterSeconds, outageRetryAfterSeconds } from '../../core/http/retry-after.ts'
import {
  type DeviceError,
  type DeviceLogin,
  deviceCodeHash,
  deviceError,
  deviceLoginSeconds,
  newDeviceLogin,
  pollSeconds,
} from '../../core/people/device-login.ts'
import { chargeRequest } from '../../core/people/guesses.ts'
import { withoutControls } from '../../core/text/controls.ts'
import { noteBy } from '../api/call.ts'
import { membership } from '../auth/signed-in.ts'
import { type Answer, type Asked, json } from '../http.ts'
import type { Ports } from '../ports.ts'
import { OAuthError, readForm, required, toldAsOAuth } from './form.ts'

/** The one client: a public one, which needs no registration. */
export const commandLineClient = 'compaction'
const scope = 'proxy savings'
const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'
const maxName = 60

type Endpoint = (asked: Asked, ports: Ports) => Promise<Answer>

/** RFC 8414. */
export const authorizationServer: Endpoint = async (_asked, { settings: { dashboardUrl } }) =>
  json({
    issuer: dashboardUrl,
    device_authorization_endpoint: `${dashboardUrl}/oauth/device_authorization`,
    token_endpoint: `${dashboardUrl}/oauth/token`,
    revocation_endpoint: `${dashboardUrl}/oauth/revoke`,
    response_types_supported: [],
    grant_types_supported: [deviceGrant],
    scopes_supported: scope.split(' '),
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
  })

const requireClient = (clientId: string): void => {
  if (clientId !== commandLineClient)
    throw new OAuthError('invalid_client', `client_id must be "${commandLineClient}".`, { status: 401 })
}

const requireScope = (asked: string | undefined): void => {
  if (asked?.split(' ').some((one) => !scope.split(' ').includes(one)) === true)
    throw new OAuthError('invalid_scope', `scope must be among "${scope}".`)
}

/**
 * What a machine calls itself, shortened by whole characters. Anybody may choose it, and a person who has to tell machines apart reads
 * it: it begins no line and turns no text around.
 */
const named = (text: string | undefined, otherwise: string): string =>
  [...withoutControls((text ?? '').trim())].slice(0, maxName).join('') || otherwise

/** Gives a machine its two codes. */
export const deviceAuthorization: Endpoint = (asked, ports) =>
  toldAsOAuth(async () => {
    const form = readForm(asked)
    requireClient(required(form, 'client_id'))
    requireScope(form('scope'))
    const charged = await chargeRequest(ports.counters, asked.address, asked.now)
    if (!charged.admitted)
      throw new OAuthError('slow_down', 'Too many machines of this address ask to be signed in.', {
        status: 429,
        headers: { 'retry-after': String(limitRetryAfterSeconds(charged.retryAfterMicroseconds)) },
      })
    const { deviceCode, userCode, login } = newDeviceLogin(
      {
        device: named(form('device'), 'a machine without a name'),
        program: named(asked.headers['user-agent'], 'a program without a name'),
        address: asked.address,
      },
      { device: ports.random32(), user: ports.random32() },
      asked.now,
    )
    await ports.deviceLogins.start(login)
    const verification = `${ports.settings.dashboardUrl}/device`
    return json({
      device_code: deviceCode,
      user_code: userCode,
      verification_uri: verification,
      verification_uri_complete: `${verification}?code=${userCode}`,
      expires_in: deviceLoginSeconds,
      interval: pollSeconds,
    })
  })

const meanings: Readonly<Record<DeviceError, string>> = {
  authorization_pending: 'Nobody has decided yet.',
  slow_down: `Ask every ${pollSeconds} seconds at most.`,
  access_denied: 'It was denied.',
  expired_token: 'The code has expired. Ask for another one.',
  invalid_grant: 'This code is not known, or it was used.',
}
const failed = (code: DeviceError): OAuthError => new OAuthError(code, meanings[code])

/** The account that was approved, while its person still belongs to it. */
const approvedMembership = async ({ personId = '', accountId = '' }: DeviceLogin, ports: Ports) => {
  try {
    return await membership(personId, accountId, 'own-tokens', ports)
  } catch (error) {
    if (error instanceof Refusal) throw failed('access_denied')
    throw error
  }
}

const mostLooks = 10
const betweenLooksMilliseconds = 200

/** The list of an account comes from an index, which lags. Throws `Refusal` where it does so for long. */
const untilListed = async ({ keyId, accountId }: ServiceKey, { keys, wait }: Ports): Promise<void> => {
  for (let looks = 0; looks < mostLooks; looks += 1) {
    if ((await keys.listByAccount(accountId)).some((listed) => listed.keyId === keyId)) return
    await wait(betweenLooksMilliseconds)
  }
  throw new Refusal('service-unavailable', 'The token could not be stored. Sign in again.', {
    retryAfterSeconds: outageRetryAfterSeconds,
  })
}

/** The token, this once. It is made here, so that no table ever held it. */
const redeemed = async (login: DeviceLogin, asked: Asked, ports: Ports): Promise<Answer> => {
  const { account, personId } = await approvedMembership(login, ports)
  const { secret, key } = newToken(account.accountId, { personId, device: login.device }, ports.random32(), asked.now)
  const person = await ports.people.find(personId)
  // Who is removed loses the tokens that are listed. One that is stored, or listed, a moment later would go on sending; and one that is
  // stored though the table has not said so would be nobody's.
  try {
    if (!(await ports.keys.put(key))) throw new Refusal('internal', 'The token could not be stored. Sign in again.')
    await untilListed(key, ports)
    await approvedMembership(login, ports)
  } catch (error) {
    await ports.keys.revokeByHash(key.keyHash, asked.now)
    throw error
  }
  return json({
    access_token: secret,
    token_type: 'Bearer',
    expires_in: Math.floor((Date.parse(key.expiresAt ?? '') - asked.now) / 1000),
    scope,
    base_url: ports.settings.baseUrl,
    account: { id: account.accountId, kind: account.kind },
    person: { name: person?.name, email: person?.email },
  })
}

/** Answers a machine that asks whether it was approved. */
export const oauthToken: Endpoint = (asked, ports) =>
  toldAsOAuth(async () => {
    const form = readForm(asked)
    requireClient(required(form, 'client_id'))
    if (required(form, 'grant_type') !== deviceGrant)
      throw new OAuthError('unsupported_grant_type', `grant_type must be ${deviceGrant}.`)
    const hash = deviceCodeHash(required(form, 'device_code'))
    const error = deviceError(await ports.deviceLogins.poll(hash, asked.now), asked.now)
    if (error !== undefined) throw failed(error)
    const login = await ports.deviceLogins.take(hash)
    if (login === undefined) throw failed('invalid_grant')
    return redeemed(login, asked, ports)
  })

/** Ends a token. Says nothing about whether there was one. */
export const oauthRevoke: Endpoint = (asked, ports) =>
  toldAsOAuth(async () => {
    const token = required(readForm(asked), 'token')
    const hash = serviceKeyFault(token) === undefined ? serviceKeyHash(token) : undefined
    const key = hash === undefined ? undefined : await ports.keys.find(hash)
    if (key?.issuedTo !== undefined && key.revokedAt === undefined) {
      await ports.keys.revokeByHash(key.keyHash, asked.now)
      const { personId, device } = key.issuedTo
      await noteBy({ personId, accountId: key.accountId, asked, ports }, 'token-revoked', device)
    }
    return json({})
  })
