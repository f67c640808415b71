// Judges a refusal of the service exactly: status, type, and a body of `{error: {type, message, …}}` and nothing else.

import * as z from 'zod'
import { defined } from '../../core/collections/defined.ts'
import { Skipped } from '../../testkit/skipped.ts'
import type { Check } from '../check.ts'
import type { DeployedService } from '../deployed-service.ts'
import { valuesOf, type WireAnswer, type WireRequest } from '../exchange.ts'
import { expect } from '../outcome.ts'
import type { Question } from '../questions.ts'

const body = z.strictObject({
  error: z.looseObject({ type: z.string(), message: z.string().min(1) }),
})

export interface Expected {
  readonly status: number
  readonly type: string
  /** The further members of the error; it must have no others. */
  readonly members?: readonly string[]
  /** A pattern that the message must match. */
  readonly says?: RegExp
}

const shown = (answer: WireAnswer): string => {
  const [type = 'no content type'] = valuesOf(answer, 'content-type')
  return `${answer.status}, ${type}: ${answer.body.toString('utf8').slice(0, 160)}`
}

const parsed = (answer: WireAnswer): z.infer<typeof body> | undefined => {
  try {
    return body.parse(JSON.parse(answer.body.toString('utf8')))
  } catch {
    return undefined
  }
}

/** Who has no key is told where to get one, in a service that knows where its dashboard is. */
const mayBeAdded = (status: number, name: string): boolean => status === 401 && name === 'dashboard_url'

/** What was seen of a refusal. Throws `Unexpected` if anything differs. */
export const judgeRefusal = (answer: WireAnswer, { status, type, members = [], says }: Expected): string => {
  const refusal = parsed(answer)
  expect(answer.status === status && refusal !== undefined, `${shown(answer)} (expected ${status} ${type})`)
  const { error } = refusal
  const names = Object.keys(error)
    .filter((name) => !mayBeAdded(status, name))
    .sort()
    .join(', ')
  expect(error.type === type, `type ${error.type} (expected ${type})`)
  expect(names === ['type', 'message', ...members].sort().join(', '), `members ${names}`)
  expect(valuesOf(answer, 'content-type')[0]?.startsWith('application/json') === true, shown(answer))
  expect(says === undefined || says.test(error.message), `message: ${error.message}`)
  return `${status} ${type}`
}

export interface RefusalCheck extends Expected {
  readonly name: string
  readonly means: string
  readonly answers?: Question
  readonly request: (deployment: DeployedService) => WireRequest
}

/** An override that the account may not use says nothing about the URL. */
const notEntitled = (answer: WireAnswer): boolean =>
  answer.status === 403 && /upstreamOverride/.test(answer.body.toString('utf8'))

export const refusalCheck = ({ name, means, answers, request, ...expected }: RefusalCheck): Check => ({
  name,
  means,
  ...defined({ answers }),
  async run(deployment) {
    const answer = await deployment.ask(request(deployment))
    if (expected.status !== 403 && notEntitled(answer))
      throw new Skipped('needs an account with the entitlement upstreamOverride')
    return judgeRefusal(answer, expected)
  },
})
