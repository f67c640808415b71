// The embedded store answers as dynalite does, which kept the data of earlier versions, and opens what dynalite has kept.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import dynalite from 'dynalite'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Dynamo } from '../../../adapters/dynamo/client.ts'
import {
  batchGetItem,
  type Command,
  deleteItem,
  getItem,
  putItem,
  queryItems,
  scanItems,
  updateItem,
} from '../../../adapters/dynamo/commands.ts'
import { createTables } from '../../../adapters/dynamo/tables/create-tables.ts'
import { openEmbeddedDynamo } from '../../../adapters/embedded/dynamodb.ts'
import { listen } from '../../../testkit/listen.ts'
import { randomFrom } from '../../../testkit/random.ts'
import { testDynamo } from '../../contract/dynamo-stores.ts'

const prefix = 'same-'
const savings = `${prefix}savings`
const counters = `${prefix}rate-limits`
const members = `${prefix}members`

interface Opened {
  readonly dynamo: Dynamo
  close(): Promise<void>
}

const openDynalite = async (path?: string): Promise<Opened> => {
  const server = dynalite({ createTableMs: 0, ...(path === undefined ? {} : { path }) })
  const { origin, close } = await listen(server)
  const dynamo = testDynamo(origin, prefix)
  await createTables(dynamo)
  return {
    dynamo,
    async close() {
      dynamo.close()
      await close()
    },
  }
}

const openOurs = async (path?: string): Promise<Opened> => {
  const embedded = await openEmbeddedDynamo(path === undefined ? {} : { path })
  const dynamo = testDynamo(embedded.endpoint, prefix)
  await createTables(dynamo)
  return {
    dynamo,
    async close() {
      dynamo.close()
      await embedded.close()
    },
  }
}

/** What a store answers, or the name of its error. */
const answerOf = async ({ documents }: Dynamo, command: Command): Promise<unknown> => {
  try {
    const { ConsumedCapacity: _capacity, ...answer } = (await documents.send(command)) as Record<string, unknown>
    return answer
  } catch (error) {
    if (error instanceof Error && 'status' in error) return error.name
    throw error
  }
}

/** Commands on few keys, so that they meet. Some make no sense, and have to be refused by both. */
const commands = (seed: number, count: number): readonly Command[] => {
  const random = randomFrom(seed)
  const upTo = (limit: number): number => Math.floor(random() * limit)
  const oneOf = <One>(...all: readonly One[]): One => all[upTo(all.length)] as One
  const owner = (): string => oneOf('acme', 'äöü', 'a', 'a#b')
  const part = (): string => oneOf('', '1', '2', '3', '10', 'ä', 'z~', '🙂').concat(oneOf('x', 'y'))
  const key = () => ({ owner: owner(), part: part() })
  const item = () => ({
    ...key(),
    version: upTo(5),
    ...(upTo(3) === 0 ? {} : { accountMonth: oneOf('acme#1', 'acme#2'), recency: part() }),
    ...(upTo(2) === 0 ? { limits: { rate: upTo(3), 'a.b': [1, 'two', null, true] } } : {}),
    ...(upTo(3) === 0 ? { names: new Set([oneOf('a', 'b', 'c')]) } : {}),
  })
  const condition = () =>
    oneOf(
      {},
      { ConditionExpression: 'attribute_not_exists(version)' },
      { ConditionExpression: 'version = :v', ExpressionAttributeValues: { ':v': upTo(5) } },
      {
        ConditionExpression: 'attribute_exists(#o) AND NOT (version < :v OR version > :w)',
        ExpressionAttributeNames: { '#o': 'owner' },
        ExpressionAttributeValues: { ':v': upTo(3), ':w': 2 + upTo(3) },
      },
      {
        ConditionExpression: 'version BETWEEN :v AND :w or begins_with(recency, :p)',
        ExpressionAttributeValues: { ':v': 1, ':w': 3, ':p': '1' },
      },
      { ConditionExpression: 'version IN (:v, :w)', ExpressionAttributeValues: { ':v': 1, ':w': 4 } },
      { ConditionExpression: 'limits.rate <> :v', ExpressionAttributeValues: { ':v': 1 } },
      {
        ConditionExpression: 'contains(#n, :p) OR size(recency) > :v',
        ExpressionAttributeNames: { '#n': 'names' },
        ExpressionAttributeValues: { ':p': 'a', ':v': 2 },
      },
      { ConditionExpression: 'version = = :v', ExpressionAttributeValues: { ':v': 1 } },
    )
  const update = () =>
    oneOf(
      { UpdateExpression: 'SET version = :n', ExpressionAttributeValues: { ':n': upTo(5) } },
      {
        UpdateExpression: 'SET version = version + :n, recency = :r',
        ExpressionAttributeValues: { ':n': 1, ':r': part() },
      },
      {
        UpdateExpression: 'SET version = if_not_exists(version, :n) - :one',
        ExpressionAttributeValues: { ':n': 7, ':one': 1 },
      },
      {
        UpdateExpression: 'ADD #n :names',
        ExpressionAttributeNames: { '#n': 'names' },
        ExpressionAttributeValues: { ':names': new Set(['x']) },
      },
      {
        UpdateExpression: 'SET limits.rate = :n REMOVE #n',
        ExpressionAttributeNames: { '#n': 'names' },
        ExpressionAttributeValues: { ':n': 2 },
      },
      {
        UpdateExpression: 'SET #l.#r = :n',
        ExpressionAttributeNames: { '#l': 'limits', '#r': 'rate' },
        ExpressionAttributeValues: { ':n': 9 },
      },
      { UpdateExpression: 'REMOVE accountMonth' },
      { UpdateExpression: 'SET part = :n', ExpressionAttributeValues: { ':n': 'other' } },
    )
  const make = (): Command =>
    oneOf<() => Command>(
      () => putItem({ TableName: savings, Item: item(), ...condition(), ReturnValues: oneOf('NONE', 'ALL_OLD') }),
      () => putItem({ TableName: savings, Item: item() }),
      () =>
        updateItem({
          TableName: savings,
          Key: key(),
          ...update(),
          ReturnValues: oneOf('NONE', 'ALL_OLD', 'ALL_NEW', 'UPDATED_NEW'),
        }),
      () => deleteItem({ TableName: savings, Key: key(), ...condition(), ReturnValues: oneOf('NONE', 'ALL_OLD') }),
      () => getItem({ TableName: savings, Key: oneOf<Record<string, unknown>>(key(), { owner: 'a' }) }),
      () =>
        batchGetItem({
          RequestItems: {
            [savings]: {
              Keys: [
                { owner: 'acme', part: '1x' },
                { owner: 'äöü', part: 'äy' },
              ],
            },
          },
        }),
      () =>
        queryItems({
          TableName: savings,
          KeyConditionExpression: oneOf(
            '#o = :o',
            '#o = :o AND part < :p',
            '#o = :o AND part BETWEEN :p AND :q',
            '#o = :o AND begins_with(part, :p)',
            'part >= :p AND #o = :o',
          ),
          ExpressionAttributeNames: { '#o': 'owner' },
          ExpressionAttributeValues: { ':o': owner(), ':p': '1x', ':q': '3' },
          ScanIndexForward: oneOf(true, false),
        }),
      () =>
        queryItems({
          TableName: savings,
          IndexName: 'by-recency',
          KeyConditionExpression: 'accountMonth = :m AND recency > :r',
          ExpressionAttributeValues: { ':m': 'acme#1', ':r': '1' },
          Limit: 1 + upTo(4),
          ScanIndexForward: oneOf(true, false),
        }),
      () => scanItems({ TableName: savings, FilterExpression: 'version > :v', ExpressionAttributeValues: { ':v': 2 } }),
      () => getItem({ TableName: 'same-nothing', Key: key() }),
    )()
  return Array.from({ length: count }, make)
}

/** Neither says in which order a table is scanned, nor a batch is read. */
const unordered = (command: Command, answer: unknown): unknown => {
  const text = (items: readonly unknown[]): string[] =>
    items
      .map((item) => JSON.stringify(item, (_name, value) => (value instanceof Set ? [...value].sort() : value)))
      .sort()
  const { Items, Responses } = (typeof answer === 'object' ? answer : {}) as {
    Items?: unknown[]
    Responses?: Record<string, unknown[]>
  }
  if (command.operation === 'Scan' && Items !== undefined) return text(Items)
  return Responses === undefined ? answer : text(Responses[savings] ?? [])
}

describe('the embedded store', () => {
  let ours: Opened
  let theirs: Opened
  beforeAll(async () => {
    ;[ours, theirs] = await Promise.all([openOurs(), openDynalite()])
  })
  afterAll(() => Promise.all([ours.close(), theirs.close()]))

  it.each([1, 2, 3])('answers as dynalite does (seed %i)', async (seed) => {
    for (const [index, command] of commands(seed, 400).entries()) {
      const [our, their] = [await answerOf(ours.dynamo, command), await answerOf(theirs.dynamo, command)]
      expect([index, command, unordered(command, our)]).toEqual([index, command, unordered(command, their)])
    }
  })

  it('pages through a partition and through an index as dynalite does', async () => {
    for (const { dynamo } of [ours, theirs])
      for (let number = 0; number < 20; number += 1)
        await dynamo.documents.send(
          putItem({
            TableName: members,
            Item: { accountId: `account-${number % 3}`, personId: `person-${number % 7}`, number },
          }),
        )
    const pages = async ({ dynamo }: Opened, more: object) => {
      const found: unknown[] = []
      let from: Record<string, unknown> | undefined
      for (;;) {
        const page: { Items?: unknown; LastEvaluatedKey?: Record<string, unknown> | undefined } =
          await dynamo.documents.send(
            queryItems({
              TableName: members,
              Limit: 2,
              ...more,
              ...(from === undefined ? {} : { ExclusiveStartKey: from }),
            }),
          )
        found.push(page.Items, page.LastEvaluatedKey)
        if (page.LastEvaluatedKey === undefined) return found
        from = page.LastEvaluatedKey
      }
    }
    for (const isForward of [true, false]) {
      const partition = {
        KeyConditionExpression: 'accountId = :a',
        ExpressionAttributeValues: { ':a': 'account-1' },
        ScanIndexForward: isForward,
      }
      const index = {
        IndexName: 'by-person',
        KeyConditionExpression: 'personId = :p',
        ExpressionAttributeValues: { ':p': 'person-3' },
        ScanIndexForward: isForward,
      }
      expect(await pages(ours, partition)).toEqual(await pages(theirs, partition))
      expect(await pages(ours, index)).toEqual(await pages(theirs, index))
    }
  })

  it('admits one of many conditional updates at the same time', async () => {
    const charge = () =>
      answerOf(
        ours.dynamo,
        updateItem({
          TableName: counters,
          Key: { counter: 'c' },
          UpdateExpression: 'SET tat = :now',
          ConditionExpression: 'attribute_not_exists(tat)',
          ExpressionAttributeValues: { ':now': 1 },
        }),
      )
    const answers = await Promise.all(Array.from({ length: 50 }, charge))

    expect(answers.filter((answer) => answer !== 'ConditionalCheckFailedException')).toHaveLength(1)
  })
})

describe('data on disk', () => {
  const folder = (): string => {
    const path = mkdtempSync(join(tmpdir(), 'embedded-'))
    onTestFinished(() => rmSync(path, { recursive: true }))
    return join(path, 'dynamo')
  }
  const everything = async ({ dynamo }: Opened): Promise<unknown> => {
    const scan = scanItems({ TableName: savings })
    const index = queryItems({
      TableName: savings,
      IndexName: 'by-recency',
      KeyConditionExpression: 'accountMonth = :m',
      ExpressionAttributeValues: { ':m': 'acme#1' },
    })
    return [unordered(scan, await answerOf(dynamo, scan)), await answerOf(dynamo, index)]
  }

  it.each([
    ['dynalite', 'the embedded store', openDynalite, openOurs],
    ['the embedded store', 'dynalite', openOurs, openDynalite],
  ])('of %s is opened by %s', async (_first, _second, openFirst, openSecond) => {
    const path = folder()
    const first = await openFirst(path)
    for (const command of commands(11, 150)) await answerOf(first.dynamo, command)
    const kept = await everything(first)
    await first.close()

    const second = await openSecond(path)
    onTestFinished(() => second.close())
    expect(await everything(second)).toEqual(kept)
    await second.dynamo.documents.send(putItem({ TableName: savings, Item: { owner: 'new', part: 'new' } }))
  })
})
