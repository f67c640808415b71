import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { configurationOf, regionalEndpoint } from '../../../adapters/aws/configuration.ts'

const dynamodb = { id: 'DYNAMODB', prefix: 'dynamodb' }
const inFunction = { AWS_REGION: 'eu-west-1', AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' }

/** Nothing on this machine is asked. */
const alone = {
  AWS_EC2_METADATA_DISABLED: 'true',
  AWS_CONFIG_FILE: '/dev/null',
  AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
}

describe('the configuration', () => {
  it('of a function is its variables', async () => {
    const { endpoint, region, credentials } = await configurationOf(
      dynamodb,
      {},
      { ...inFunction, AWS_SESSION_TOKEN: 'token' },
    )

    expect(endpoint.href).toBe('https://dynamodb.eu-west-1.amazonaws.com/')
    expect(region).toBe('eu-west-1')
    expect(credentials()).toEqual({ accessKeyId: 'id', secretAccessKey: 'secret', sessionToken: 'token' })
  })

  it('has the endpoint of the service’s own variable, then that of all services', async () => {
    const all = { ...inFunction, AWS_ENDPOINT_URL: 'http://127.0.0.1:1' }
    const own = { ...all, AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:2/base' }

    expect((await configurationOf(dynamodb, {}, own)).endpoint.href).toBe('http://127.0.0.1:2/base')
    expect((await configurationOf(dynamodb, {}, all)).endpoint.href).toBe('http://127.0.0.1:1/')
  })

  it('is what is given before what the variables say', async () => {
    const given = {
      endpoint: 'http://127.0.0.1:3',
      region: 'us-east-1',
      credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    }
    const { endpoint, region, credentials } = await configurationOf(dynamodb, given, {
      ...inFunction,
      AWS_ENDPOINT_URL: 'http://127.0.0.1:1',
    })

    expect([endpoint.port, region, credentials()]).toEqual(['3', 'us-east-1', given.credentials])
  })

  it('leaves the credentials to the SDK’s chain where a profile is named, as the SDK does', async () => {
    for (const [name, value] of Object.entries(alone)) vi.stubEnv(name, value)
    onTestFinished(() => void vi.unstubAllEnvs())
    const { credentials } = await configurationOf(dynamodb, {}, { ...inFunction, AWS_PROFILE: 'somebody' })

    await expect(credentials()).rejects.toMatchObject({ name: 'CredentialsProviderError' })
  })
})

describe('AWS’s own address', () => {
  it.each([
    'us-east-1',
    'eu-central-1',
    'ap-southeast-5',
    'us-gov-west-1',
    'cn-north-1',
    'us-iso-east-1',
    'us-isob-east-1',
    'eu-isoe-west-1',
    'us-isof-south-1',
    'eusc-de-east-1',
  ])('in %s is the SDK’s', async (region) => {
    const client = new DynamoDBClient({ region })
    const { url } = client.config.endpointProvider({ Region: region, UseFIPS: false, UseDualStack: false })
    client.destroy()

    expect(new URL(regionalEndpoint('dynamodb', region)).href).toBe(url.href)
  })
})
