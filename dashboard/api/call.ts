// What the handlers of a member's routes are given, and how they read what was sent.

import type * as z from 'zod'
import { defined } from '../../core/collections/defined.ts'
import { Refusal } from '../../core/http/refusal.ts'
import type { AuditAction } from '../../core/people/audit.ts'
import { shownName } from '../../core/people/person.ts'
import type { Membership } from '../auth/signed-in.ts'
import type { Answer, Asked } from '../http.ts'
import type { Ports } from '../ports.ts'
import type { Parameters } from '../routes.ts'

export interface Call extends Membership {
  readonly asked: Asked
  readonly parameters: Parameters
  readonly ports: Ports
}

export type Handler = (call: Call) => Promise<Answer>

/** More help nobody: a list has one for each of its members, and an answer would be longer than its question. */
const mostFields = 10

const refused = (error: z.ZodError, what: string): Refusal => {
  const fields = [...new Set(error.issues.map((issue) => issue.path.join('.') || what))].slice(0, mostFields)
  return new Refusal('request-invalid', `This is not valid: ${fields.join(', ')}.`)
}

/** Schemas pass over a member of this name: it would be dropped without a word. */
const unseenName = '__proto__'

const documentOf = (body: string): unknown => {
  let isUnseen = false
  const look = (name: string, value: unknown): unknown => {
    isUnseen ||= name === unseenName
    return value
  }
  try {
    const document: unknown = JSON.parse(body, look)
    if (!isUnseen) return document
  } catch {
    throw new Refusal('request-invalid', 'The body must be a JSON document.')
  }
  throw new Refusal('request-invalid', `This is not valid: ${unseenName}.`)
}

/** The body as the schema has it. Throws `Refusal` 400, which names fields and no values. */
export const readBody = <Body>({ body, headers }: Asked, schema: z.ZodType<Body>): Body => {
  if (!/^application\/json\b/i.test(headers['content-type'] ?? ''))
    throw new Refusal('request-invalid', 'The body must be application/json.')
  const parsed = schema.safeParse(documentOf(body))
  if (!parsed.success) throw refused(parsed.error, 'body')
  return parsed.data
}

/** The query as the schema has it. Throws `Refusal` 400, which names fields and no values. */
export const readQuery = <Query>({ query }: Asked, schema: z.ZodType<Query>): Query => {
  const parsed = schema.safeParse(Object.fromEntries(query))
  if (!parsed.success) throw refused(parsed.error, 'query')
  return parsed.data
}

/** What was done outside a member's routes names no more of the account. */
interface Noting extends Pick<Call, 'personId' | 'asked' | 'ports'> {
  readonly accountId: string
  /** Of a deed that may be said again, because its answer was lost: a digest that it is known by, and an ISO 8601 that stays. It is noted once. */
  readonly deed?: { readonly hash: string; readonly at: string }
}

/** A ULID, of which a deed that is said again has the same. */
const eventIdOf = ({ asked, ports, deed }: Noting): string =>
  deed === undefined
    ? ports.newId(asked.now)
    : `${ports.newId(Date.parse(deed.at)).slice(0, 10)}${deed.hash.slice(0, 16).toUpperCase()}`

const mostAttempts = 3
const betweenAttemptsMilliseconds = 300

/**
 * Notes for the owners of an account what was done, and by whom. It is done whatever becomes of the note, and is answered so: a key whose
 * secret was never shown, or a link that nobody has, would stand behind an error. A note that cannot be written is logged, without words of people.
 */
export const noteBy = async (noting: Noting, action: AuditAction, target: string): Promise<void> => {
  const { personId, accountId, asked, ports } = noting
  const eventId = eventIdOf(noting)
  const at = new Date(asked.now).toISOString()
  const written = async (): Promise<void> => {
    const person = await ports.people.find(personId)
    const accountCreatedAt = (await ports.accounts.find(accountId))?.createdAt
    const of = { accountId, ...defined({ accountCreatedAt }), personId, by: shownName(person ?? { personId }) }
    await ports.audit.put({ ...of, eventId, at, action, target })
  }
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await written()
    } catch (error) {
      const cause = error instanceof Error ? error.name : 'unknown'
      if (attempt >= mostAttempts)
        return ports.log.error('done without a note', { accountId, personId, eventId, action, cause })
      await ports.wait(betweenAttemptsMilliseconds)
    }
  }
}

/** Notes what was done in a call. */
export const note = (call: Call, action: AuditAction, target: string): Promise<void> =>
  noteBy({ ...call, accountId: call.account.accountId }, action, target)

/** How people are told to others, by id. Whoever is not known is told by id. */
export const namesOf = async (
  personIds: Iterable<string>,
  { people }: Ports,
): Promise<(personId: string) => string> => {
  const names = new Map<string, string>()
  for (const personId of new Set(personIds)) {
    const person = await people.find(personId)
    if (person !== undefined) names.set(personId, shownName(person))
  }
  return (personId) => names.get(personId) ?? personId
}
