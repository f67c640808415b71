// Schemas of zod as an OpenAPI document has them.

import * as z from 'zod'

/** `io`: as it is sent, or as it is answered. What JSON Schema cannot say is left open. */
export const jsonSchema = (schema: z.ZodType, io: 'input' | 'output' = 'output'): Readonly<Record<string, unknown>> => {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return described
}

/** Where a document has the schema of this name. */
export const schemaPlace = (name: string): string => `#/components/schemas/${name}`

/** Schemas that may contain each other, and themselves: they refer to each other by where the document has them. */
export const schemasByName = (
  schemas: Readonly<Record<string, z.ZodType>>,
): Readonly<Record<string, Readonly<Record<string, unknown>>>> => {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id })
  const made = z.toJSONSchema(registry, { uri: schemaPlace, io: 'input' }).schemas
  return Object.fromEntries(
    Object.entries(made).map(([name, { $schema: _dialect, $id: _place, ...described }]) => [name, described]),
  )
}
