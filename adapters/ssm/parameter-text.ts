// A parameter of Systems Manager as text. Region, endpoint and credentials are the SDK's own configuration.

import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm'

/** Throws the SDK's own errors. */
export const parameterText = async (name: string, client = new SSMClient()): Promise<string> => {
  const { Parameter } = await client.send(new GetParameterCommand({ Name: name }))
  return Parameter?.Value ?? ''
}
