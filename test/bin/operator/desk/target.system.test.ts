// Where the operator's commands act: on what the variables name, on a running service, or on its data on disk. They run as processes
// where that is what a test holds: several at once, their end, and variables that the SDK itself reads.

import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createTables } from '../../../../adapters/dynamo/tables/create-tables.ts'
import { defaultTablePrefix } from '../../../../adapters/dynamo/tables/tables.ts'
import { DataInUse, type EmbeddedDynamo, openEmbeddedDynamo } from '../../../../adapters/embedded/dynamodb.ts'
import { openTarget } from '../../../../bin/operator/desk/target.ts'
import { listen } from '../../../../testkit/listen.ts'
import { testDynamo } from '../../../contract/dynamo-stores.ts'
import { operateHere, runOperator } from '../run-operator.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const folder = async (): Promise<string> => {
  const path = await mkdtemp(join(tmpdir(), 'operator-'))
  closing.push(() => rm(path, { recursive: true }))
  return path
}

const service = async (options: { path?: string } = {}): Promise<EmbeddedDynamo> => {
  const embedded = await openEmbeddedDynamo(options)
  closing.push(() => embedded.close())
  return embedded
}

const withTables = async (embedded: EmbeddedDynamo, prefix = defaultTablePrefix): Promise<void> => {
  const dynamo = testDynamo(embedded.endpoint, prefix)
  await createTables(dynamo)
  dynamo.close()
}

const create = (name: string, ...more: string[]) => ['account', 'create', name, '--kind', 'organization', ...more]

describe('the data of a service', () => {
  it('is opened for the time of one command, and kept', async () => {
    const data = await folder()

    expect((await runOperator(create('acme', '--data', data))).code).toBe(0)
    expect((await operateHere(['account', 'show', 'acme', '--json', '--data', data])).code).toBe(0)
    await expect(openEmbeddedDynamo({ path: join(data, 'dynamo') }).then((it) => it.close())).resolves.toBeUndefined()
  })

  // Only there is a folder that denies to be there: Node's own recursive `mkdir` asks it without end.
  it.skipIf(!existsSync('/proc/self'))('cannot lie where nothing can be made, and the command ends', async () => {
    const { code, stderr } = await runOperator(['account', 'list', '--data', '/proc/self'])
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'The folder /proc/self/dynamo cannot be made: nothing can be made there (ENOENT).\n',
    })
  })

  it('serves several simultaneous commands one after the other', async () => {
    const data = await folder()
    const names = ['one', 'two', 'three']

    const ended = await Promise.all(names.map((name) => runOperator(create(name, '--data', data))))

    expect(ended.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
      Array(3).fill({ code: 0, stderr: expect.stringMatching(/^\(on the data in .*\)\n$/) }),
    )
    const shown = await Promise.all(names.map((name) => operateHere(['account', 'show', name, '--data', data])))
    expect(shown.map(({ code }) => code)).toEqual([0, 0, 0])
  })

  it('is reached through the service that runs on it', async () => {
    const data = await folder()
    const running = await service({ path: join(data, 'dynamo') })
    await withTables(running)
    await writeFile(
      join(data, 'running.json'),
      JSON.stringify({ pid: process.pid, dynamodbEndpoint: running.endpoint, baseUrl: 'http://127.0.0.1:1' }),
    )

    expect(await operateHere(create('acme', '--data', data))).toMatchObject({
      code: 0,
      stderr: '(on the service at http://127.0.0.1:1)\n',
    })
    const again = await operateHere(create('acme', '--data', data))

    expect(again).toMatchObject({ code: 1, stderr: 'The account "acme" already exists.\n' })
  })

  it.each([
    ['whose process is gone', { pid: 2 ** 22 + 1, dynamodbEndpoint: 'http://127.0.0.1:9' }],
    ['whose number now belongs to another process', { pid: process.pid, dynamodbEndpoint: 'http://127.0.0.1:9' }],
    ['whose note is broken', 'not a note'],
  ])('is opened when the note is of a service %s', async (_why, note) => {
    const data = await folder()
    await writeFile(join(data, 'running.json'), typeof note === 'string' ? note : JSON.stringify(note))

    expect(await operateHere(create('acme', '--data', data))).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^\(on the data in .*\)\n$/),
    })
  })

  it('takes precedence over the variables when it is named', async () => {
    const data = await folder()

    const ended = await operateHere(create('acme', '--data', data), { AWS_REGION: 'eu-west-1' })

    expect(ended).toMatchObject({ code: 0, stderr: expect.stringMatching(/^\(on the data in .*\)\n$/) })
  })

  it('has its own tables, whatever TABLE_PREFIX says', async () => {
    const data = await folder()
    expect(await operateHere(create('acme', '--data', data), { TABLE_PREFIX: 'prod-' })).toMatchObject({ code: 0 })
    expect(await operateHere(['account', 'show', 'acme', '--data', data])).toMatchObject({ code: 0 })
  })

  it('is not opened twice: the second command says so', async () => {
    const path = join(await folder(), 'dynamo')
    await service({ path })

    await expect(openEmbeddedDynamo({ path })).rejects.toThrow(DataInUse)
    await expect(openEmbeddedDynamo({ path })).rejects.toThrow('in use by another process')
  })
})

describe('the variables of the SDK', () => {
  it('name an endpoint on this machine, without a region or credentials', async () => {
    const embedded = await service()
    await withTables(embedded)

    for (const name of ['AWS_ENDPOINT_URL_DYNAMODB', 'AWS_ENDPOINT_URL'])
      expect(await operateHere(create(name.toLowerCase()), { [name]: embedded.endpoint })).toMatchObject({ code: 0 })
    const found = await runOperator(['account', 'show', 'aws_endpoint_url', '--json'], {
      AWS_ENDPOINT_URL_DYNAMODB: embedded.endpoint,
      AWS_REGION: 'eu-west-1',
      AWS_ACCESS_KEY_ID: 'own',
      AWS_SECRET_ACCESS_KEY: 'own',
    })
    expect(found.code).toBe(0)
  })

  it('act on the tables that TABLE_PREFIX names', async () => {
    const embedded = await service()
    await withTables(embedded, 'other-')
    const environment = { AWS_ENDPOINT_URL_DYNAMODB: embedded.endpoint, TABLE_PREFIX: 'other-' }

    expect((await operateHere(create('acme'), environment)).code).toBe(0)
    expect((await operateHere(['account', 'show', 'acme'], environment)).code).toBe(0)
  })

  it.each([
    [{ TABLE_PREFIX: 'two words-' }, 'TABLE_PREFIX must be letters, digits, dashes, dots and underscores.'],
    [{ STAGE_PREFIX: 'Prod-' }, 'STAGE_PREFIX must be at most 40'],
    [{ TABLE_PREFX: 'prod-' }, 'TABLE_PREFX is not known here: TABLE_PREFIX is.'],
    [{ DEPLOYMENT_SECRET: 's'.repeat(32) }, 'DEPLOYMENT_SECRET is not known here: DEPLOYMENT_SECRETS is.'],
    [{ TABLE_PREFIX: 'prod-', AWS_ENDPOINT_URL_DYNAMODB: '' }, 'TABLE_PREFIX is set, and nothing says where. Set AWS_'],
    [{ STAGE_PREFIX: 'prod-', AWS_ENDPOINT_URL_DYNAMODB: '' }, 'STAGE_PREFIX is set, and nothing says where. Set AWS_'],
  ])('refuse %j in one line, and no value', async (wrong, said) => {
    const { code, stdout, stderr } = await operateHere(create('acme'), {
      AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:9',
      ...wrong,
    })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr.startsWith(said)).toBe(true)
    expect(stderr).toMatch(/^(?!.*(prod-|sss))[^\n]+\n$/i)
  })

  it('never create tables: without them one line says what to do', async () => {
    const embedded = await service()

    const ended = await operateHere(create('acme'), { AWS_ENDPOINT_URL_DYNAMODB: embedded.endpoint })

    expect(ended).toEqual({
      code: 1,
      stdout: '',
      stderr: `There are no tables (${new URL(embedded.endpoint).origin}). Deploy first, or name another deployment with TABLE_PREFIX. In a database of your own "tables create" makes them.\n`,
    })
  })

  it.each([
    ['an endpoint where nobody is', { AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:9' }, 'cannot be reached: connect'],
    ['an endpoint that is not a URL', { AWS_ENDPOINT_URL: 'dynamodb' }, 'The endpoint "dynamodb" is not a URL.'],
    ['no credentials', { AWS_REGION: 'eu-west-1', AWS_EC2_METADATA_DISABLED: 'true' }, 'tool. For the data of'],
    [
      'no region',
      { AWS_ACCESS_KEY_ID: 'own', AWS_SECRET_ACCESS_KEY: 'own' },
      'The tables (AWS) cannot be asked: Region is missing. Set AWS_PROFILE, or AWS_REGION and credentials, as for any AWS tool. For the data of a local service: --data .local-service\n',
    ],
  ])('refuse %s in one line', async (_what, environment, said) => {
    const { code, stdout, stderr } = await runOperator(create('acme'), environment)

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain(said)
    expect(stderr).toMatch(/^[^\n]+\n$/)
  })
})

describe('the secret of the deployment', () => {
  const secret = 's'.repeat(32)
  const given = 'g'.repeat(32)
  const deployed = { AWS_REGION: 'eu-west-1', TABLE_PREFIX: 'restored-' }

  /** What commands would key by, where Secrets Manager has the secret of the stage `prod-` and another one may not be read. */
  const secretsWith = async (variables: Readonly<Record<string, string>>) => {
    const manager = await listen(
      createServer(async (request, response) => {
        const chunks: Buffer[] = []
        for await (const chunk of request) chunks.push(chunk)
        const { SecretId } = JSON.parse(Buffer.concat(chunks).toString('utf8'))
        const isThere = SecretId === 'prod-deployment-secret'
        const why = SecretId === 'hidden' ? 'AccessDeniedException' : 'ResourceNotFoundException'
        response.writeHead(isThere ? 200 : 400, { 'content-type': 'application/x-amz-json-1.1' })
        response.end(JSON.stringify(isThere ? { SecretString: secret } : { __type: why, message: why }))
      }),
    )
    closing.push(() => manager.close())
    vi.stubEnv('AWS_ENDPOINT_URL_SECRETS_MANAGER', manager.origin)
    for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_REGION']) vi.stubEnv(name, 'own')
    closing.push(async () => vi.unstubAllEnvs())
    const target = await openTarget(variables, undefined, '/nonexistent')
    closing.push(() => target.close())
    return target.dynamo.secrets()
  }

  it.each([
    ['of the stage', { ...deployed, STAGE_PREFIX: 'prod-' }, [secret]],
    ['that is named', { ...deployed, DEPLOYMENT_SECRET_NAME: 'prod-deployment-secret' }, [secret]],
    ['none, where that is said', { ...deployed, DEPLOYMENT_SECRET_NAME: 'none' }, []],
    ['that is given', { AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:9', DEPLOYMENT_SECRETS: given }, [given]],
    ['none, on this machine', { AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:9' }, []],
  ])('is the one %s', async (_which, variables, secrets) => {
    expect(await secretsWith(variables)).toEqual(secrets)
  })

  it.each([
    ['is not there', deployed, 'The secret restored-deployment-secret is not there.'],
    ['may not be read', { ...deployed, DEPLOYMENT_SECRET_NAME: 'hidden' }, 'The secret hidden may not be read.'],
  ])('is not passed over where it %s', async (_what, variables, said) => {
    const reading = secretsWith(variables)
    await expect(reading).rejects.toThrow(said)
    await expect(reading).rejects.toThrow('set STAGE_PREFIX')
  })
})
