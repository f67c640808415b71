// Where AWS is and who asks. A function's environment says it in variables. Anything else (profiles, roles of containers and of
// machines, single sign-on) is found and refreshed by the AWS SDK's own chain, which is loaded only then.

import type { Credentials } from './signature.ts'

export interface GivenConfiguration {
  /** Base URL of the service. @default that of the variables, or AWS's own */
  readonly endpoint?: string | undefined
  /** @default the variable's, or the profile's */
  readonly region?: string | undefined
  readonly credentials?: Credentials | undefined
}

/** Asked before every request, because roles change their credentials by the hour. */
export type CredentialsOf = () => Credentials | Promise<Credentials>

export interface Configuration {
  readonly endpoint: URL
  readonly region: string
  readonly credentials: CredentialsOf
}

type Variables = Readonly<Record<string, string | undefined>>

/** AWS's other partitions, by how the names of their regions begin. */
const suffixes: readonly (readonly [begins: string, suffix: string])[] = [
  ['cn-', 'amazonaws.com.cn'],
  ['eusc-', 'amazonaws.eu'],
  ['us-iso-', 'c2s.ic.gov'],
  ['us-isob-', 'sc2s.sgov.gov'],
  ['eu-isoe-', 'cloud.adc-e.uk'],
  ['us-isof-', 'csp.hci.ic.gov'],
]

/** AWS's own address of a service: `prefix` is how its name begins there. */
export const regionalEndpoint = (prefix: string, region: string): string => {
  const suffix = suffixes.find(([begins]) => region.startsWith(begins))?.[1] ?? 'amazonaws.com'
  return `https://${prefix}.${region}.${suffix}`
}

const fromVariables = (variables: Variables): Credentials | undefined => {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = variables
  // As in the SDK: who names a profile means it.
  if (!accessKeyId || !secretAccessKey || variables.AWS_PROFILE) return undefined
  return { accessKeyId, secretAccessKey, sessionToken: variables.AWS_SESSION_TOKEN || undefined }
}

/** The SDK's chain keeps what it found and looks again five minutes before it expires. */
const chained = (region: string): CredentialsOf => {
  let found: Promise<CredentialsOf> | undefined
  const chain = async (): Promise<CredentialsOf> => {
    const { defaultProvider } = await import('@aws-sdk/credential-provider-node')
    return defaultProvider({ clientConfig: { region } })
  }
  return async () => {
    found ??= chain()
    return (await found)()
  }
}

const regionOfProfile = async (): Promise<string> => {
  const { loadConfig, NODE_REGION_CONFIG_OPTIONS, NODE_REGION_CONFIG_FILE_OPTIONS } = await import(
    '@smithy/core/config'
  )
  return loadConfig(NODE_REGION_CONFIG_OPTIONS, NODE_REGION_CONFIG_FILE_OPTIONS)()
}

/** `id`: the service in names of variables, as `DYNAMODB`. Throws the SDK's error if nothing says the region. */
export const configurationOf = async (
  { id, prefix }: { readonly id: string; readonly prefix: string },
  given: GivenConfiguration = {},
  variables: Variables = process.env,
): Promise<Configuration> => {
  const region = given.region ?? (variables.AWS_REGION || (await regionOfProfile()))
  const endpoint = given.endpoint ?? (variables[`AWS_ENDPOINT_URL_${id}`] || variables.AWS_ENDPOINT_URL)
  const credentials = given.credentials ?? fromVariables(variables)
  return {
    region,
    endpoint: new URL(endpoint || regionalEndpoint(prefix, region)),
    credentials: credentials === undefined ? chained(region) : () => credentials,
  }
}
