// Nobody reads eighty lines to learn that an address or a key is wrong.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { listen } from '../../testkit/listen.ts'
import { deployedServiceOf } from '../../verify/deployed-service.ts'
import { whyInVain } from '../../verify/first-look.ts'

const answering = async (status: number, body: string): Promise<string> => {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(status).end(body)
  })
  return (await listen(server, { finallyDo: onTestFinished })).origin
}
const looked = (baseUrl: string) => whyInVain(deployedServiceOf({ baseUrl, serviceKey: 'ak_key', providers: {} }))

it('goes on where the key is taken, whatever else is said, and where somebody else answers', async () => {
  expect(
    await looked(await answering(400, '{"error":{"type":"invalid_request_error","message":"model is missing."}}')),
  ).toBeUndefined()
  expect(await looked(await answering(401, '<p>Who are you?</p>'))).toBeUndefined()
})

it('ends the command with one line', async () => {
  const refusing = await answering(401, '{"error":{"type":"authentication_error","message":"The key was mistyped."}}')
  const script = join(import.meta.dirname, '..', '..', 'verify', 'main.ts')
  const nobody = 'http://127.0.0.1:1'
  for (const [baseUrl, told] of [
    [refusing, `${refusing} does not take --key. It says: The key was mistyped.\n`],
    [nobody, `${nobody} gives no answer: connect ECONNREFUSED 127.0.0.1:1. Is it the base URL?\n`],
  ] as const) {
    const child = spawn(process.execPath, [script, '--base-url', baseUrl, '--key', 'ak_key'])
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    expect([code, out, err]).toEqual([1, '', told])
  }
})
