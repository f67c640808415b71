// Sends commands with plain values and gives plain answers. Which members of a command hold items is all that it knows of them.

import type { AskOptions, Service } from '../aws/service.ts'
import type { Command } from './commands.ts'
import { type Item, plainItem, type WireItem, wireItem } from './wire.ts'

export interface Documents {
  /** Throws as a service of AWS does. */
  send<Answer>(command: Command<Answer>, options?: AskOptions): Promise<Answer>
}

type Members = Readonly<Record<string, unknown>>

/** How one member is read or written. */
type Codec = (member: never) => unknown

const mapped =
  <Inner>(each: (inner: Inner) => unknown) =>
  (members: Readonly<Record<string, Inner>>): Members =>
    Object.fromEntries(Object.entries(members).map(([name, inner]) => [name, each(inner)]))

const keysOf =
  <Key>(each: (key: Key) => unknown) =>
  ({ Keys, ...others }: { readonly Keys?: readonly Key[] }): Members => ({ ...others, Keys: Keys?.map(each) })

const written: Readonly<Record<string, Codec>> = {
  Key: wireItem,
  Item: wireItem,
  ExpressionAttributeValues: wireItem,
  ExclusiveStartKey: wireItem,
  RequestItems: mapped(keysOf<Item>(wireItem)),
  TransactItems: (writes: readonly Readonly<Record<string, Members>>[]) =>
    writes.map(mapped((write: Members) => through(written, write))),
}

const read: Readonly<Record<string, Codec>> = {
  Item: plainItem,
  Items: (items: readonly WireItem[]) => items.map(plainItem),
  Attributes: plainItem,
  LastEvaluatedKey: plainItem,
  Responses: mapped((items: readonly WireItem[]) => items.map(plainItem)),
  UnprocessedKeys: mapped(keysOf<WireItem>(plainItem)),
}

const through = (codecs: Readonly<Record<string, Codec>>, members: Members): Members => {
  const result: Record<string, unknown> = {}
  for (const name in members) {
    const member = members[name]
    if (member !== undefined) result[name] = codecs[name]?.(member as never) ?? member
  }
  return result
}

/** Answers an operation as DynamoDB does, on the wire's spelling of values. Throws as a service of AWS does. */
export type Operate = (operation: string, input: Members, options: AskOptions) => Promise<unknown>

/** Documents over whatever answers DynamoDB's operations. */
export const documentsOver = (operate: Operate): Documents => ({
  async send<Answer>({ operation, input }: Command<Answer>, options: AskOptions = {}): Promise<Answer> {
    const answer = await operate(operation, through(written, input), options)
    return through(read, answer as Members) as Answer
  },
})

/** A service that speaks DynamoDB's protocol. */
export const operateThrough =
  (service: Service): Operate =>
  (operation, input, options) =>
    service.ask(
      {
        headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': `DynamoDB_20120810.${operation}` },
        body: JSON.stringify(input),
      },
      options,
    )
