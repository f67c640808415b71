// Signing in and out as RFC 8628 and RFC 7009 have it.

import { hasMembers, type JsonObject } from '../../core/json/object.ts'
import type { CliAccount, CliPerson } from '../../dashboard/cli-answers.ts'
import { Failed } from '../world/faults.ts'
import { manifest } from '../world/version.ts'
import type { World } from '../world/world.ts'
import { answerOf, messageOf, strange, Unreachable } from './ask.ts'
import { looksLikeToken } from './token-form.ts'

const clientId = 'compaction'
const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'
const slowerSeconds = 5

export interface Codes {
  readonly device_code: string
  readonly user_code: string
  readonly verification_uri: string
  readonly verification_uri_complete: string
  readonly expires_in: number
  readonly interval: number
}

export interface Granted {
  readonly access_token: string
  readonly expires_in: number
  readonly base_url: string
  readonly account: CliAccount
  readonly person: CliPerson
}

const post = (world: World, address: string, form: Readonly<Record<string, string>>) =>
  answerOf(world, address, {
    method: 'POST',
    headers: { 'user-agent': `compaction/${manifest().version}` },
    body: new URLSearchParams({ client_id: clientId, ...form }),
  })

const description = (document: JsonObject): string =>
  typeof document.error_description === 'string' ? document.error_description : messageOf(document)

const isAddress = (value: unknown, origin: string): boolean =>
  typeof value === 'string' && URL.canParse(value) && new URL(value).origin === origin

/** A browser is sent to the service that was named, and to nobody else. */
const isCodes = (document: JsonObject, url: string): boolean =>
  ['device_code', 'user_code'].every((name) => typeof document[name] === 'string') &&
  ['verification_uri', 'verification_uri_complete'].every((name) => isAddress(document[name], url)) &&
  ['expires_in', 'interval'].every((name) => Number.isFinite(document[name]))

const isGranted = (document: JsonObject): boolean =>
  typeof document.access_token === 'string' &&
  looksLikeToken(document.access_token) &&
  typeof document.base_url === 'string' &&
  URL.canParse(document.base_url) &&
  Number.isFinite(document.expires_in) &&
  hasMembers(document.account) &&
  hasMembers(document.person)

/** Asks a service for its codes. Throws `Failed`. */
export const askCodes = async (world: World, url: string, device: string): Promise<Codes> => {
  const { status, document } = await post(world, `${url}/oauth/device_authorization`, { device })
  if (status !== 200) throw new Failed(description(document))
  if (!isCodes(document, url)) throw strange(url)
  return document as unknown as Codes
}

const endings: Readonly<Record<string, string>> = {
  access_denied: 'It was denied. Nothing was signed in.',
  expired_token: 'The code has expired before anybody approved it. Run the command again.',
}

/** Asks until somebody has decided: a network that is away for a while is waited for. Throws `Failed`. */
export const waitForGrant = async (world: World, url: string, codes: Codes): Promise<Granted> => {
  const until = world.now() + codes.expires_in * 1000
  let seconds = codes.interval
  while (world.now() < until) {
    await world.wait(seconds * 1000)
    const form = { grant_type: deviceGrant, device_code: codes.device_code }
    const answer = await post(world, `${url}/oauth/token`, form).catch((error: unknown) => {
      if (error instanceof Unreachable) return undefined
      throw error
    })
    if (answer === undefined || answer.status >= 500) continue
    const { status, document } = answer
    if (status === 200 && !isGranted(document)) throw strange(url)
    if (status === 200) return document as unknown as Granted
    const { error } = document
    if (error === 'slow_down') seconds += slowerSeconds
    else if (error !== 'authorization_pending')
      throw new Failed((typeof error === 'string' ? endings[error] : undefined) ?? description(document))
  }
  throw new Failed(endings.expired_token ?? '')
}

/** Ends a token at its service. Throws `Unreachable`. */
export const revokeToken = async (world: World, url: string, token: string): Promise<void> => {
  const { status } = await post(world, `${url}/oauth/revoke`, { token })
  if (status !== 200) throw new Unreachable(`${url} did not revoke the token.`)
}
