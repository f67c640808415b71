// What an earlier deployment may have left in the way of this one: stacks that cannot go on, names that are taken.

import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation'
import { DescribeTableCommand, DynamoDBClient, ResourceNotFoundException } from '@aws-sdk/client-dynamodb'
import {
  DescribeSecretCommand,
  ResourceNotFoundException as SecretNotFound,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager'

/** Its status as CloudFormation spells it; undefined where there is no such stack. Throws the SDK's other errors. */
export const stackStatus = async (name: string, region: string): Promise<string | undefined> => {
  const client = new CloudFormationClient({ region })
  try {
    const { Stacks } = await client.send(new DescribeStacksCommand({ StackName: name }))
    return Stacks?.[0]?.StackStatus
  } catch (error) {
    if (error instanceof Error && error.name === 'ValidationError') return undefined
    throw error
  } finally {
    client.destroy()
  }
}

/** Those of the tables that are there. Throws the SDK's own errors. */
export const tablesThere = async (names: readonly string[], region: string): Promise<readonly string[]> => {
  const client = new DynamoDBClient({ region })
  try {
    const there: string[] = []
    for (const TableName of names) {
      const found = client.send(new DescribeTableCommand({ TableName })).then(() => there.push(TableName))
      await found.catch((error: unknown) => {
        if (!(error instanceof ResourceNotFoundException)) throw error
      })
    }
    return there
  } finally {
    client.destroy()
  }
}

/** By name: `there`, or `held` where it was deleted and AWS still holds its name. Throws the SDK's own errors. */
export const secretsFound = async (
  names: readonly string[],
  region: string,
): Promise<ReadonlyMap<string, 'there' | 'held'>> => {
  const client = new SecretsManagerClient({ region })
  try {
    const found = new Map<string, 'there' | 'held'>()
    for (const SecretId of names) {
      const asked = client
        .send(new DescribeSecretCommand({ SecretId }))
        .then(({ DeletedDate }) => found.set(SecretId, DeletedDate === undefined ? 'there' : 'held'))
      await asked.catch((error: unknown) => {
        if (!(error instanceof SecretNotFound)) throw error
      })
    }
    return found
  } finally {
    client.destroy()
  }
}
