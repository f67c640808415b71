// What the command line asks with its token: who it is, what a session saved, what was saved in all.

import * as z from 'zod'
import { defined } from '../../../core/collections/defined.ts'
import { Refusal } from '../../../core/http/refusal.ts'
import { dayAfter } from '../../../core/savings/calendar.ts'
import type { Bearer } from '../../auth/bearer.ts'
import { type CliMe, mostDays } from '../../cli-answers.ts'
import { type Answer, json } from '../../http.ts'
import { type Call, readQuery } from '../call.ts'
import { lastExchangeOf } from '../savings/last-exchange.ts'
import { shownDays, timeZone } from '../savings/savings.ts'
import { dimensionsOf, usageDocument } from '../savings/usage.ts'
import { sessionView } from '../savings/views.ts'

export type TokenHandler = (call: Call & Pick<Bearer, 'token'>) => Promise<Answer>

/** The oldest version of the command line that understands these answers. */
const minimumCli = '0.2.0'

/** What an organization is entitled to is worth nothing while its API access is off. */
const mayUseNothing = ({ kind, apiAccess }: Call['account']): boolean => kind === 'organization' && !apiAccess

export const cliMe: TokenHandler = async (call) => {
  const { account, personId, token, ports } = call
  const person = await ports.people.find(personId)
  const { email, name } = person ?? {}
  const me: CliMe = {
    account: { id: account.accountId, kind: account.kind },
    person: defined({ name, email }),
    token: {
      id: token.keyId,
      suffix: token.suffix,
      device: token.issuedTo.device,
      expiresAt: token.expiresAt ?? '',
    },
    entitlements: mayUseNothing(account) ? [] : [...account.entitlements],
    mode: account.compaction.mode,
    baseUrl: ports.settings.baseUrl,
    ...(await lastExchangeOf(call)),
    version: ports.page.cli.version,
    minimumCli,
  }
  return json(me)
}

export const cliSession: TokenHandler = async ({ account, parameters, ports }) => {
  const id = z.guid().safeParse(parameters.session)
  const found = id.success ? await ports.savings.session(account.accountId, id.data) : undefined
  if (found === undefined) throw new Refusal('not-found', 'Nothing of this session has been counted yet.')
  return json(sessionView(found))
}

const since = z.union([
  z
    .string()
    .regex(/^[1-9]\d?d$/)
    .transform((text) => Number(text.slice(0, -1)))
    .pipe(z.number().max(mostDays)),
  z.iso.date(),
])
export const savingsQuery = z.object({ since: since.default(7), tz: timeZone, by: dimensionsOf })

export const cliSavings: TokenHandler = async (call) => {
  const { asked } = call
  const { since: from, tz, by } = readQuery(asked, savingsQuery)
  const { zone, span: days } = shownDays(typeof from === 'number' ? from : 1, asked.now, tz)
  const span = typeof from === 'number' ? days : { first: from, last: days.last }
  if (span.first > span.last || span.first <= dayAfter(span.last, -mostDays))
    throw new Refusal('request-invalid', `since must be within the last ${mostDays} days.`)
  return json(await usageDocument(call, { span, tz: zone, by }))
}
