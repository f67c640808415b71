// A parameter of Systems Manager as text. Endpoint and credentials are the SDK's own configuration.

import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm'
import { defined } from '../../core/collections/defined.ts'

export interface ParameterOptions {
  /** Absent: that of the SDK's own configuration. */
  readonly region?: string | undefined
  readonly abortSignal?: AbortSignal
}

/** Throws the SDK's own errors. */
export const parameterText = async (name: string, { region, abortSignal }: ParameterOptions = {}): Promise<string> => {
  const client = new SSMClient(defined({ region }))
  try {
    const { Parameter } = await client.send(new GetParameterCommand({ Name: name }), defined({ abortSignal }))
    return Parameter?.Value ?? ''
  } finally {
    client.destroy()
  }
}
