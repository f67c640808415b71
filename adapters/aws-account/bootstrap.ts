// What `cdk bootstrap` has left in a region, and whether the caller may use it: that is the right to deploy.

import { GetParameterCommand, ParameterNotFound, SSMClient } from '@aws-sdk/client-ssm'
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts'

/** The CDK's own, where nobody chose another one. */
const qualifier = 'hnb659fds'
const roles = ['deploy', 'file-publishing'] as const
/** The shortest that STS gives. */
const sessionSeconds = 900

/** Undefined where nobody has bootstrapped. Throws the SDK's other errors. */
export const bootstrapVersion = async (region: string): Promise<number | undefined> => {
  const client = new SSMClient({ region })
  try {
    const { Parameter } = await client.send(new GetParameterCommand({ Name: `/cdk-bootstrap/${qualifier}/version` }))
    return Number(Parameter?.Value)
  } catch (error) {
    if (error instanceof ParameterNotFound) return undefined
    throw error
  } finally {
    client.destroy()
  }
}

/** Names of the roles that a deployment needs and that the caller may not take on. The sessions are used for nothing. */
export const rolesOutOfReach = async (account: string, region: string): Promise<readonly string[]> => {
  const client = new STSClient({ region })
  const names = roles.map((role) => `cdk-${qualifier}-${role}-role-${account}-${region}`)
  try {
    const refused: string[] = []
    for (const name of names) {
      const RoleArn = `arn:${partitionOf(region)}:iam::${account}:role/${name}`
      const taken = client.send(
        new AssumeRoleCommand({ RoleArn, RoleSessionName: 'preflight', DurationSeconds: sessionSeconds }),
      )
      await taken.catch(() => refused.push(name))
    }
    return refused
  } finally {
    client.destroy()
  }
}

const partitionOf = (region: string): string => {
  if (region.startsWith('cn-')) return 'aws-cn'
  return region.startsWith('us-gov-') ? 'aws-us-gov' : 'aws'
}
