// Every field of a stage's file as a table for docs/deploy.md, out of the schema that judges it: none can be missing there.

import * as z from 'zod'
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

/** What is read of a JSON schema. */
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
  /** With dots, as faults name it. */
  readonly path: string
  /** The value that the alternative is known by, where the field is of one alternative only. */
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
      ...(of === undefined ? {} : { of }),
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

/** In Markdown. */
export const stageTable = (): string =>
  [
    '| field | default | values | what it says |',
    '|---|---|---|---|',
    ...stageFields().map(({ path, of, default: usual, values, description }) => {
      const alternative = of === undefined || path.endsWith('.kind') ? '' : ` (${of})`
      return `| \`${path}\`${alternative} | ${usual} | ${values} | ${description} |`
    }),
  ].join('\n')
