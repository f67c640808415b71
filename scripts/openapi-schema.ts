// A schema of zod as an OpenAPI document has it.

import * as z from 'zod'

/** `io`: as it is sent, or as it is answered. What JSON Schema cannot say is left open. */
export const jsonSchema = (schema: z.ZodType, io: 'input' | 'output' = 'output'): Readonly<Record<string, unknown>> => {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return described
}
