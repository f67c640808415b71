// How the embedded store says no: with DynamoDB's errors, which clients know by name.

const namespaces = {
  ConditionalCheckFailedException: 'com.amazonaws.dynamodb.v20120810',
  ResourceInUseException: 'com.amazonaws.dynamodb.v20120810',
  ResourceNotFoundException: 'com.amazonaws.dynamodb.v20120810',
  SerializationException: 'com.amazon.coral.service',
  TransactionCanceledException: 'com.amazonaws.dynamodb.v20120810',
  UnknownOperationException: 'com.amazon.coral.service',
  ValidationException: 'com.amazon.coral.validate',
} as const

/** An answer of 400. */
export class StoreRefused extends Error {
  override readonly name: keyof typeof namespaces
  /** What else the answer says. */
  readonly details: Readonly<Record<string, unknown>>

  constructor(name: keyof typeof namespaces, message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message)
    this.name = name
    this.details = details
  }

  /** The body of the answer. */
  get body(): Readonly<Record<string, unknown>> {
    const { name, message, details } = this
    return { __type: `${namespaces[name]}#${name}`, message, ...details }
  }
}

export const invalid = (message: string): StoreRefused => new StoreRefused('ValidationException', message)
