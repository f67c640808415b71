// Finds the functions of the routes in the templates.

import * as z from 'zod'
import type { Route } from '../../lambdas/routes.ts'
import type { Synthesised } from './synthesise.ts'

/** `{ "Fn::GetAtt": [id, "Arn"] }` or `{ "Ref": id }` -> id. */
export const logicalId = (reference: unknown): string => {
  const found = z
    .union([
      z.object({ Ref: z.string() }).transform(({ Ref }) => Ref),
      z
        .object({ 'Fn::GetAtt': z.tuple([z.string(), z.string()]) })
        .transform((attribute) => attribute['Fn::GetAtt'][0]),
    ])
    .safeParse(reference)
  if (!found.success) throw new Error(`${JSON.stringify(reference)} refers to no resource.`)
  return found.data
}

const functionProperties = z.looseObject({
  Description: z.string(),
  Role: z.unknown().transform(logicalId),
  Environment: z.object({ Variables: z.record(z.string(), z.string()) }),
  LoggingConfig: z.object({ LogFormat: z.string(), LogGroup: z.unknown().transform(logicalId) }),
})

export interface RouteFunction extends z.infer<typeof functionProperties> {
  readonly id: string
}

/** The description of a function lists the paths of its route. */
export const routeFunction = ({ resources }: Synthesised, { name, paths }: Route): RouteFunction => {
  const found = resources('AWS::Lambda::Function').filter(
    ([, { Properties }]) => Properties.Description === `Context compaction: ${paths.join(' ')}`,
  )
  const [only, ...others] = found
  if (only === undefined || others.length > 0) throw new Error(`There are ${found.length} functions for ${name}.`)
  return { id: only[0], ...functionProperties.parse(only[1].Properties) }
}
