// The permissions of the roles in the templates, one row per action and resource.

import * as z from 'zod'
import type { Synthesised } from './synthesise.ts'

const oneOrMore = z.union([z.array(z.unknown()), z.unknown().transform((one) => [one])])
const policyDocument = z.object({
  Statement: z.array(z.looseObject({ Effect: z.string(), Action: oneOrMore, Resource: oneOrMore })),
})
const inlinePolicies = z.array(z.object({ PolicyDocument: policyDocument })).default([])
const attached = z.object({ PolicyDocument: policyDocument, Roles: z.array(z.object({ Ref: z.string() })) })

export interface Permission {
  /** Logical id of the role. */
  readonly role: string
  readonly action: string
  /** Intrinsics as JSON; an ARN in one piece as `arn:service:resource`. */
  readonly resource: string
}

/** Reads a `Fn::Join` of a partition, a region and an account as one ARN. */
const readable = (resource: unknown): string => {
  const joined = z.object({ 'Fn::Join': z.tuple([z.literal(''), z.array(z.unknown())]) }).safeParse(resource)
  if (!joined.success) return typeof resource === 'string' ? resource : JSON.stringify(resource)
  const parts = joined.data['Fn::Join'][1].filter((part) => typeof part === 'string' && part !== ':')
  return parts.join('').replace(/:+/g, ':')
}

const permissionsIn = (role: string, document: z.infer<typeof policyDocument>): Permission[] =>
  document.Statement.flatMap(({ Action, Resource }) =>
    Action.flatMap((action) =>
      Resource.map((resource) => ({ role, action: String(action), resource: readable(resource) })),
    ),
  )

/** Every permission of every role in every stack. */
export const permissions = (synthesised: Synthesised): readonly Permission[] => [
  ...synthesised
    .resources('AWS::IAM::Role')
    .flatMap(([role, { Properties }]) =>
      inlinePolicies.parse(Properties.Policies).flatMap(({ PolicyDocument }) => permissionsIn(role, PolicyDocument)),
    ),
  ...synthesised.resources('AWS::IAM::Policy').flatMap(([, { Properties }]) => {
    const { PolicyDocument, Roles } = attached.parse(Properties)
    return Roles.flatMap(({ Ref }) => permissionsIn(Ref, PolicyDocument))
  }),
]
