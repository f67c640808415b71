// A secret of Secrets Manager, over sockets.

import { createServer } from 'node:http'
import { expect, it, onTestFinished, vi } from 'vitest'
import { secretText } from '../../../adapters/secrets/secret-text.ts'
import { listen } from '../../../testkit/listen.ts'

/** What is read where Secrets Manager answers this. */
const readFrom = async (answer: object): Promise<string> => {
  const server = createServer((_request, response) => response.end(JSON.stringify(answer)))
  const { origin } = await listen(server, { finallyDo: onTestFinished })
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.stubEnv('AWS_ENDPOINT_URL_SECRETS_MANAGER', origin)
  vi.stubEnv('AWS_REGION', 'us-east-1')
  vi.stubEnv('AWS_PROFILE', '')
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) vi.stubEnv(name, 'x')
  return secretText('a-name')
}

it('is its text', async () => {
  expect(await readFrom({ Name: 'a-name', SecretString: 'of the deployment\n' })).toBe('of the deployment\n')
})

it.each([{}, { SecretString: '' }, { SecretBinary: 'YWJj' }])('is no text where there is %j', async (answer) => {
  await expect(readFrom(answer)).rejects.toThrow()
})
