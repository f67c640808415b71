// The table of docs/deploy.md: every field of a stage's file, made from the schema that validates it, so that none is
// missing.

import * as z from 'zod'
import { defined } from '../../core/collections/defined.ts'
import { stage } from './config.ts'

interface Described {
  readonly description?: string | undefined
  readonly default?: unknown
  readonly const?: unknown
  readonly type?: string | undefined
  readonly enum?: readonly unknown[] | undefined
  readonly minimum?: number | undefined
  readonly maximum?: number | undefined
  readonly properties?: Readonly<Record<string, Described>> | undefined
  readonly oneOf?: readonly Described[] | undefined
}

/** The members of a JSON schema that the table needs. */
const described: z.ZodType<Described> = z.lazy(() =>
  z.object({
    description: z.string().optional(),
    default: z.unknown().optional(),
    const: z.unknown().optional(),
    type: z.string().optional(),
    enum: z.array(z.unknown()).optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    properties: z.record(z.string(), described).optional(),
    oneOf: z.array(described).optional(),
  }),
)

export interface Field {
  /** With dots, as error messages name it. */
  readonly path: string
  /** The value of `kind`, if the field belongs to one kind only. */
  readonly of?: string
  readonly description: string
  readonly default: string
  readonly values: string
}

const code = (value: unknown): string => `\`${JSON.stringify(value)}\``

const valuesOf = ({ type, enum: choices, const: only, minimum, maximum }: Described): string => {
  if (only !== undefined) return code(only)
  if (choices !== undefined) return choices.map(code).join(', ')
  if (type === 'integer') return `${minimum} to ${maximum}`
  return type === 'boolean' ? '`true`, `false`' : ''
}

const fieldsIn = (schema: Described, path: string, of?: string): Field[] => {
  const { oneOf, properties, description, default: usual } = schema
  if (oneOf !== undefined)
    return oneOf.flatMap((one) => fieldsIn(one, path, String(one.properties?.kind?.const ?? 'alternative')))
  const own = description === undefined ? [] : [{ path, description }]
  return [
    ...own.map((field) => ({
      ...field,
      ...defined({ of }),
      default: usual === undefined ? '' : code(usual),
      values: valuesOf(schema),
    })),
    ...Object.entries(properties ?? {}).flatMap(([name, one]) =>
      fieldsIn(one, path === '' ? name : `${path}.${name}`, of),
    ),
  ]
}

/** In the order of the schema. */
export const stageFields = (): readonly Field[] =>
  fieldsIn(described.parse(z.toJSONSchema(stage, { unrepresentable: 'any' })), '')

/** The table in Markdown. */
export const stageTable = (): string =>
  [
    '| field | default | values | what it says |',
    '|---|---|---|---|',
    ...stageFields().map(({ path, of, default: usual, values, description }) => {
      const alternative = of === undefined || path.endsWith('.kind') ? '' : ` (${of})`
      return `| \`${path}\`${alternative} | ${usual} | ${values} | ${description} |`
    }),
  ].join('\n')
