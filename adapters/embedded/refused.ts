// How the embedded store says no: with DynamoDB's errors, which clients know by name.

import type { WireItem } from '../dynamo/wire.ts'

const namespaces = {
  ConditionalCheckFailedException: 'com.amazonaws.dynamodb.v20120810',
  ResourceInUseException: 'com.amazonaws.dynamodb.v20120810',
  ResourceNotFoundException: 'com.amazonaws.dynamodb.v20120810',
  SerializationException: 'com.amazon.coral.service',
  UnknownOperationException: 'com.amazon.coral.service',
  ValidationException: 'com.amazon.coral.validate',
} as const

/** An answer of 400. */
export class StoreRefused extends Error {
  override readonly name: keyof typeof namespaces
  /** The item as it stands, where the caller asked for it. */
  readonly item: WireItem | undefined

  constructor(name: keyof typeof namespaces, message: string, item?: WireItem) {
    super(message)
    this.name = name
    this.item = item
  }

  /** The body of the answer. */
  get body(): Readonly<Record<string, unknown>> {
    const { name, message, item } = this
    return { __type: `${namespaces[name]}#${name}`, message, ...(item === undefined ? {} : { Item: item }) }
  }
}

export const invalid = (message: string): StoreRefused => new StoreRefused('ValidationException', message)
