// The bodies of `/v1/compress` as the OpenAPI document has them. core/exchange/direct/direct-transcript.ts reads requests without a schema,
// to give back what is not content as it came; a test makes up bodies for both.

import * as z from 'zod'
import { publicCompressors } from '../../core/compressor/contract.ts'
import { schemaPlace, schemasByName } from './schema.ts'

const textTypes = ['text', 'input_text', 'output_text'] as const

const textBlock = z.looseObject({ type: z.enum(textTypes), text: z.string() })
/** Whatever says that it is none of these types, or says nothing. */
const blockBeside = (types: readonly string[]) =>
  z.looseObject({
    type: z
      .union([
        z.string().regex(new RegExp(`^(?!(?:${types.join('|')})$)`)),
        z.number(),
        z.boolean(),
        z.null(),
        z.array(z.unknown()),
        z.looseObject({}),
      ])
      .optional(),
  })

/** What stands in a result. Another result in it is of a type that is not known. */
const blockOfResult = z.union([textBlock, blockBeside(textTypes)])
const toolResult = z.looseObject({
  type: z.literal('tool_result'),
  content: z.union([z.string(), z.null(), z.array(blockOfResult)]).optional(),
})

const contentBlock = z.union([textBlock, toolResult, blockBeside([...textTypes, 'tool_result'])])
const messageContent = z.union([z.string(), z.null(), z.array(contentBlock)])

/** A message in chat shape, as agents keep them. */
const message = z.looseObject({ role: z.string(), content: messageContent })

export const compressRequest = z.strictObject({
  model: z.enum(publicCompressors),
  messages: z.array(message).min(1),
  compression_rate: z.number().min(0).max(1).optional(),
})

/** As many messages, in the same order. */
export const compressResponse = z.object({ model: z.enum(publicCompressors), messages: z.array(message) })

export const compressSchemas = schemasByName({
  CompressRequest: compressRequest,
  CompressResponse: compressResponse,
  Message: message,
  MessageContent: messageContent,
  ContentBlock: contentBlock,
})

/** A body by the name of its schema. */
export const compressBody = (name: 'CompressRequest' | 'CompressResponse') => ({
  content: { 'application/json': { schema: { $ref: schemaPlace(name) } } },
})
