// Who is asking, where, and with how much room for functions.

import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts'
import { defined } from '../../core/collections/defined.ts'

export interface Identity {
  readonly account: string
  readonly region: string
}

/** `region`: in place of the SDK's own configuration. Throws the SDK's own errors, also when there are no credentials. */
export const callerIdentity = async (region: string | undefined): Promise<Identity> => {
  const client = new STSClient(defined({ region }))
  try {
    const { Account = '' } = await client.send(new GetCallerIdentityCommand({}))
    return { account: Account, region: await client.config.region() }
  } finally {
    client.destroy()
  }
}

/** Environments that all functions of the account may have at once in a region. Throws the SDK's own errors. */
export const lambdaConcurrency = async (region: string): Promise<number> => {
  const client = new LambdaClient({ region })
  try {
    const { AccountLimit } = await client.send(new GetAccountSettingsCommand({}))
    return AccountLimit?.ConcurrentExecutions ?? 0
  } finally {
    client.destroy()
  }
}
