// A deployment for the tests of the operator's commands: an embedded DynamoDB that the SDK's own variable names.

import { afterAll, beforeAll, expect } from 'vitest'
import { type AccountRecords, dynamoAccounts } from '../../../adapters/dynamo/accounts/accounts.ts'
import { dynamoKeys, type KeyRecords } from '../../../adapters/dynamo/accounts/keys.ts'
import type { Dynamo } from '../../../adapters/dynamo/client.ts'
import { dynamoLedger, type LedgerRecords } from '../../../adapters/dynamo/ledger/ledger.ts'
import { createTables } from '../../../adapters/dynamo/tables/create-tables.ts'
import { type EmbeddedDynamo, openEmbeddedDynamo } from '../../../adapters/embedded/dynamodb.ts'
import { testDynamo } from '../../contract/dynamo-stores.ts'
import { type Ended, operateHere, runOperator } from './run-operator.ts'

export interface TestDeployment {
  readonly dynamo: () => Dynamo
  readonly accounts: () => AccountRecords
  readonly keys: () => KeyRecords
  readonly ledger: () => LedgerRecords
  /** Runs a command in this process. */
  operator(...words: string[]): Promise<Ended>
  /** Runs it as its users do: as a process, and so with further variables, which adapters read there. */
  operatorProcess(variables: Readonly<Record<string, string>>, ...words: string[]): Promise<Ended>
  /** The JSON document of a command that must succeed. */
  json(...words: string[]): Promise<ReturnType<typeof JSON.parse>>
  /** What a command says that must be refused: one line and, if something is not there, where that was looked for. */
  refusal(...words: string[]): Promise<string>
  /** Makes an organization with API access. */
  organization(name: string): Promise<void>
}

/** One for the calling file, opened before its tests and closed after them. */
export const testDeployment = (): TestDeployment => {
  let embedded: EmbeddedDynamo
  let dynamo: Dynamo
  beforeAll(async () => {
    embedded = await openEmbeddedDynamo()
    dynamo = testDynamo(embedded.endpoint, 'operator-')
    await createTables(dynamo)
  })
  afterAll(async () => {
    dynamo.close()
    await embedded.close()
  })

  const variables = () => ({ AWS_ENDPOINT_URL_DYNAMODB: embedded.endpoint, TABLE_PREFIX: 'operator-' })
  const operator: TestDeployment['operator'] = (...words) => operateHere(words, variables())
  const json = async (...words: string[]) => {
    const { code, stdout, stderr } = await operator(...words, '--json')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    return JSON.parse(stdout)
  }
  return {
    dynamo: () => dynamo,
    accounts: () => dynamoAccounts(dynamo),
    keys: () => dynamoKeys(dynamo),
    ledger: () => dynamoLedger(dynamo),
    operator,
    operatorProcess: (more, ...words) => runOperator(words, { ...variables(), ...more }),
    json,
    async refusal(...words) {
      const { code, stdout, stderr } = await operator(...words)
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(/^[^\n]+\n(\(on [^\n]+\)\n)?$/)
      return stderr.trim()
    },
    async organization(name) {
      await json('account', 'create', name, '--kind', 'organization')
      await json('account', 'enable-api', name)
    },
  }
}
