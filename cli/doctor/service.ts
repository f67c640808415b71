// The service: whether it is there, whether it knows this person, and what it would do with a request of theirs.

import { reasonInWords } from '../../core/ledger/reasons.ts'
import type { CliMe } from '../../dashboard/cli-answers.ts'
import { exchangeName } from '../../dashboard/page/data/format.ts'
import { askMe, BaseUrl, SignedOut, TooOld, Unreachable } from '../service/ask.ts'
import { credentialsPath } from '../service/credentials.ts'
import {
  anotherToken,
  isOfEnvironment,
  type Service,
  tokenOfEnvironment,
  urlOfEnvironment,
} from '../service/current.ts'
import { serviceHeader } from '../service/variables.ts'
import { requestsIn } from '../terminal/figures.ts'
import { isOlder, latestLine, manifest } from '../world/version.ts'
import type { World } from '../world/world.ts'
import { ask, otherAt, refusalIn } from './answering.ts'
import { type Finding, failure, warning, well } from './finding.ts'

const skewMilliseconds = 300_000

const isNamedByEnvironment = ({ environment }: World): boolean => (environment.COMPACTION_URL ?? '') !== ''

const sourceOf = (world: World): string => (isNamedByEnvironment(world) ? urlOfEnvironment : credentialsPath(world))

/** What to do where nobody answers: to sign in again changes nothing where the environment has the address. */
const moved = (world: World): string =>
  `Ask the operator whether the service runs. If it has moved: ${
    isNamedByEnvironment(world) ? 'set COMPACTION_URL to its address' : 'compaction login URL-OF-THE-DASHBOARD'
  }`

const elsewhere = (other: string): string => `Stop ${other}, or start it on another port`

const clock = async (world: World, { url }: Service): Promise<Finding[]> => {
  const answer = await ask(world, `${url}/.well-known/oauth-authorization-server`)
  const skew = answer?.date === undefined ? 0 : world.now() - Date.parse(answer.date)
  if (!(Math.abs(skew) > skewMilliseconds)) return []
  const minutes = Math.round(Math.abs(skew) / 60_000)
  return [warning(`The clock is ${minutes} min ${skew < 0 ? 'slow' : 'fast'}.`, 'this machine', 'Set the clock')]
}

const entitlement = ({ account, entitlements }: CliMe): Finding => {
  if (entitlements.includes('proxy')) return well(`Account ${account.id} may use the service`)
  const mend =
    account.kind === 'organization'
      ? `Ask the operator: npm run -s operator -- account enable-api ${account.id}`
      : 'Ask the operator to entitle personal accounts to "proxy"'
  return failure(`Account ${account.id} is not entitled to use the service.`, `account ${account.id}`, mend)
}

const mode = ({ mode }: CliMe, { url }: Service): Finding[] =>
  mode === 'off' || mode === 'observe'
    ? [
        warning(
          `The account's mode is "${mode}": nothing is compacted.`,
          `${url}/settings (mode)`,
          `Choose "repeated" at ${url}/settings`,
        ),
      ]
    : [well(`Mode ${mode}`)]

/** What an exchange that went out whole is about. */
export const tellOperator = 'Tell the operator if it happens again'

/** Where others of the account have sent so much since that only the day of it is known. */
const lastDay = ({ lastDay: last }: CliMe): Finding[] => {
  if (last === undefined) return [well('No exchange of this token lately')]
  const { day, exchanges, failedOpen } = last
  const asTheyCame = failedOpen === 0 ? '' : `, ${failedOpen} of them sent as they came`
  if (failedOpen < exchanges) return [well(`Last used on ${day} (UTC): ${requestsIn(last)}${asTheyCame}`)]
  return [warning(`Everything went out as it came on ${day} (UTC).`, requestsIn(last), tellOperator)]
}

const lastExchange = (me: CliMe): Finding[] => {
  const { lastExchange: last } = me
  if (last === undefined) return lastDay(me)
  const model = last.model ?? 'an unknown model'
  if (last.outcome !== 'failed-open') return [well(`Last exchange, of ${model}: ${exchangeName(last)}`)]
  return [
    warning(
      `The last exchange went out as it came. ${last.reason === undefined ? 'No reason is known.' : reasonInWords(last.reason)}`,
      `${model}, ${last.receivedAt}`,
      tellOperator,
    ),
  ]
}

const version = (me: CliMe, { url }: Service): Finding[] =>
  isOlder(manifest().version, me.version)
    ? [warning(`This command is ${manifest().version}, the service ${me.version}.`, url, latestLine(url, me.version))]
    : []

/** Who this person is to the service; nothing, and why, where it does not say. */
export const accountFindings = async (
  world: World,
  service: Service,
): Promise<{ readonly me?: CliMe; readonly findings: readonly Finding[] }> => {
  const { url } = service
  const login = `compaction login ${url}`
  try {
    const me = await askMe(world, service)
    return {
      me,
      findings: [
        well(`Signed in as ${me.person.email ?? me.person.name ?? me.account.id}`, url),
        ...(await clock(world, service)),
        ...version(me, service),
        entitlement(me),
        ...mode(me, service),
        ...lastExchange(me),
      ],
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : 'The service does not answer.'
    if (error instanceof SignedOut) {
      const [where, mend] = isOfEnvironment(world, service.token)
        ? [tokenOfEnvironment, anotherToken]
        : [sourceOf(world), login]
      return { findings: [failure('The token has expired or was revoked.', where, mend)] }
    }
    if (error instanceof TooOld)
      return { findings: [failure(`This command is too old for ${url}.`, url, error.latest)] }
    if (error instanceof BaseUrl) {
      const { dashboardUrl } = error
      const mend = isNamedByEnvironment(world)
        ? `Set COMPACTION_URL to ${dashboardUrl}`
        : `compaction login ${dashboardUrl}`
      return { findings: [failure(message, sourceOf(world), mend)] }
    }
    if (!(error instanceof Unreachable)) return { findings: [failure(message, url, tellOperator)] }
    const other = await otherAt(world, url)
    const what = other === undefined ? message : `${other} answers at ${url}.`
    return { findings: [failure(what, sourceOf(world), other === undefined ? moved(world) : elsewhere(other))] }
  }
}

const nothingAsked = { model: 'doctor', max_tokens: 1, messages: [{ role: 'user', content: 'Are you there?' }] }

/** Whether the base URL is this service's, and takes this token. No provider is asked: the request has no key of one. */
export const baseFindings = async (world: World, baseUrl: string, token: string): Promise<Finding[]> => {
  const where = `${baseUrl} (base URL)`
  const plain = await ask(world, `${baseUrl}/anthropic`)
  if (plain === undefined || plain.status !== 401 || refusalIn(plain) !== 'authentication_error') {
    const other = await otherAt(world, baseUrl)
    const what =
      other !== undefined
        ? `${other} answers at the base URL.`
        : plain === undefined
          ? 'Nobody answers at the base URL.'
          : `Somebody else answers at the base URL (${plain.status}).`
    const mend = other === undefined ? 'Ask the operator whether the service runs' : elsewhere(other)
    return [failure(what, where, mend)]
  }
  const headers = { [serviceHeader]: token, 'content-type': 'application/json' }
  const known = await ask(world, `${baseUrl}/anthropic/v1/messages`, {
    method: 'POST',
    headers,
    body: JSON.stringify(nothingAsked),
  })
  if (known?.status === 400) return [well('The base URL takes this token', baseUrl)]
  const reasons: Readonly<Record<number, readonly [string, string]>> = {
    401: ['The base URL does not know this token.', isOfEnvironment(world, token) ? anotherToken : 'compaction login'],
    403: ['The account may not use the proxy.', 'Ask the operator for API access and the entitlement "proxy"'],
    429: ['The limit of requests is reached.', 'Wait a minute'],
  }
  const [what, mend] = reasons[known?.status ?? 0] ?? [
    known === undefined ? 'The base URL does not answer in time.' : `The base URL answers with ${known.status}.`,
    'Try again in a minute; if it stays so, tell the operator',
  ]
  return [failure(what, where, mend)]
}
