// `tables create`, run as a process: for a container without the stacks.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { tableIds, tableName } from '../../../../adapters/dynamo/tables/tables.ts'
import { type EmbeddedDynamo, openEmbeddedDynamo } from '../../../../adapters/embedded/dynamodb.ts'
import { runOperator } from '../run-operator.ts'

let embedded: EmbeddedDynamo
beforeAll(async () => {
  embedded = await openEmbeddedDynamo()
})
afterAll(() => embedded.close())

const operator = (...words: string[]) =>
  runOperator(words, { AWS_ENDPOINT_URL_DYNAMODB: embedded.endpoint, TABLE_PREFIX: 'own-' })

it('makes the tables of a database of one’s own, and can be repeated', async () => {
  const before = await operator('account', 'create', 'acme', '--kind', 'organization')
  expect(before.stderr).toMatch(/^There are no tables .* "tables create" makes them\.\n$/)

  for (const { code, stdout } of [
    await operator('tables', 'create', '--json'),
    await operator('tables', 'create', '--json'),
  ]) {
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual({ tablePrefix: 'own-', tables: tableIds.map((id) => tableName('own-', id)) })
  }
  expect((await operator('account', 'create', 'acme', '--kind', 'organization')).code).toBe(0)
})

it.each([{}, { AWS_ENDPOINT_URL_DYNAMODB: 'https://vpce-0a-b.dynamodb.eu-west-1.vpce.amazonaws.com' }])(
  'refuses on AWS, where a stack makes them: %o',
  async (where) => {
    const variables = { AWS_REGION: 'eu-west-1', TABLE_PREFIX: 'blue-', ...where }
    const { code, stderr } = await runOperator(['tables', 'create'], variables)
    expect(code).toBe(1)
    expect(stderr).toBe('On AWS the stack "storage" makes the tables: npx cdk deploy blue-storage --exclusively\n')
  },
)
