// `ledger export`: into a folder, and into a bucket that a small server on this machine imitates.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Listening, listen } from '../../../../testkit/listen.ts'
import { aReceipt } from '../../../adapters/dynamo/receipts.ts'
import { testDeployment } from '../test-deployment.ts'

const deployment = testDeployment()
const { ledger, organization, operator, refusal } = deployment

const receipts = [
  aReceipt({ accountId: 'books', exchangeId: '01A', receivedAt: '2026-10-31T23:59:59.999Z' }),
  aReceipt({ accountId: 'books', exchangeId: '01B', receivedAt: '2026-11-01T00:00:00.000Z' }),
  aReceipt({ accountId: 'books', exchangeId: '01C', receivedAt: '2026-11-30T23:59:59.999Z', model: 'ä\n"' }),
  aReceipt({ accountId: 'toys', exchangeId: '01D', receivedAt: '2026-11-02T00:00:00.000Z' }),
  // More than one page of DynamoDB.
  ...Array.from({ length: 70 }, (_, index) =>
    aReceipt({
      accountId: 'films',
      exchangeId: `02${String(index).padStart(4, '0')}`,
      receivedAt: '2026-11-03T00:00:00.000Z',
      upstreamHost: 'h'.repeat(20_000),
    }),
  ),
]
const of = (account: string, month: string) =>
  receipts.filter(({ accountId, receivedAt }) => accountId === account && receivedAt.startsWith(month))

const folder = mkdtempSync(join(tmpdir(), 'ledger-export-'))
beforeAll(async () => {
  for (const account of ['books', 'toys', 'films', 'quiet']) await organization(account)
  for (const receipt of receipts) await ledger().put(receipt)
})
afterAll(() => rmSync(folder, { recursive: true }))

const read = (content: Buffer): unknown[] =>
  gunzipSync(content)
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

describe('into a folder', () => {
  const to = join(folder, 'made', 'here')
  const month = join(to, 'month=2026-11')

  it('is the month of every account, one receipt a line, and a manifest', async () => {
    // What it says beside it depends on whether the month is over.
    const { stdout } = await operator('ledger', 'export', '--month', '2026-11', '--to', to, '--json')
    const manifest = JSON.parse(stdout)

    expect(readdirSync(month).sort()).toEqual(['account=books', 'account=films', 'account=toys', 'manifest.json'])
    for (const account of ['books', 'films', 'toys'])
      expect(read(readFileSync(join(month, `account=${account}`, 'receipts-00001.ndjson.gz')))).toEqual(
        of(account, '2026-11'),
      )
    expect(JSON.parse(readFileSync(join(month, 'manifest.json'), 'utf8'))).toEqual(manifest)
    expect(manifest.accounts.map(({ account, receipts }: Record<string, unknown>) => [account, receipts])).toEqual([
      ['books', 2],
      ['films', 70],
      ['toys', 1],
    ])
  })

  it('prints for people what it did', async () => {
    const { stdout } = await operator('ledger', 'export', '--month', '2026-10', '--to', to)

    expect(stdout).toMatch(/^month +2026-10\naccounts +1\nreceipts +1\nto +\/.*\n$/)
  })

  it('says that there will be more of a month that is not over', async () => {
    const running = new Date(Date.now() + 86_400_000).toISOString().slice(0, 7)
    const { stdout } = await operator('ledger', 'export', '--month', running, '--to', to)
    const said = `${running} is not over: what is received later is in no file. Run it again then.\n`
    expect(stdout).toContain(`\n\n${said}`)
    const forPrograms = await operator('ledger', 'export', '--month', running, '--to', to, '--json')
    expect(JSON.parse(forPrograms.stdout)).toMatchObject({ month: running })
    expect(forPrograms.stderr).toBe(said)
  })

  it('is refused if nothing can be written', async () => {
    const said = await refusal('ledger', 'export', '--month', '2026-11', '--to', join(month, 'manifest.json'))
    expect(said).toMatch(/manifest\.json" cannot be written: /)
  })
})

describe('into a bucket', () => {
  const objects = new Map<string, Buffer>()
  let bucket: Listening
  let status = 200
  beforeAll(async () => {
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      if (status === 200) objects.set(`${request.method} ${request.url?.split('?', 1).join('')}`, Buffer.concat(chunks))
      response.writeHead(status, { 'content-type': 'application/xml' })
      response.end(status === 200 ? '' : '<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>')
    })
    bucket = await listen(server)
  })
  afterAll(() => bucket.close())

  const exporting = (to: string) => {
    const s3 = { AWS_ENDPOINT_URL_S3: bucket.origin, AWS_REGION: 'eu-west-1' }
    const credentials = { AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' }
    return deployment.operatorProcess({ ...s3, ...credentials }, 'ledger', 'export', '--month', '2026-11', '--to', to)
  }

  it('has the same files under its prefix', async () => {
    const { code, stderr } = await exporting('s3://my-exports/ledger/')

    expect([code, stderr]).toEqual([0, expect.stringMatching(/^\(on http:.*\)\n$/)])
    const names = [...objects.keys()].map((name) => decodeURIComponent(name).replace(/^.*month=/, 'month='))
    expect(names.at(-1)).toBe('month=2026-11/manifest.json')
    expect(names.length).toBe(4)
    for (const name of objects.keys()) expect(decodeURIComponent(name)).toContain('ledger/month=2026-11/')
  })

  it('is refused in one line if the bucket may not be written', async () => {
    status = 403
    const { code, stdout, stderr } = await exporting('s3://my-exports')

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toBe('"s3://my-exports" cannot be written: AccessDenied: Access Denied\n')
  })
})
