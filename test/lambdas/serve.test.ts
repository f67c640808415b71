// What a handler makes of a pipeline that fails: an answer that tells nothing, and a line that names the kind of error alone. And how long
// the client of an answer that broke waits for its receipt.

import { expect, it, onTestFinished, vi } from 'vitest'
import type { Reply } from '../../core/http/reply.ts'
import { type Prelude, provideAwsLambda, ResponseStream } from '../../local/front/awslambda.ts'

// Before the handler's module is loaded, as in the runtime.
provideAwsLambda()
const { serve } = await import('../../lambdas/serve.ts')

const secret = 'canary-of-an-error'

/** Status and body of an answer, and what was written about it. */
const answerOf = async (pipeline: () => Promise<Reply>) => {
  const logged: string[] = []
  const note = (text: unknown): boolean => logged.push(String(text)) > 0
  const spies = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write').mockImplementation(note))
  const body: Uint8Array[] = []
  let opened: Prelude | undefined
  const stream = new ResponseStream({
    open(prelude) {
      opened = prelude
    },
    write: (bytes) => body.push(bytes) > 0,
    end: () => {},
  })
  const event = {
    rawPath: '/anthropic/v1/messages',
    rawQueryString: secret,
    headers: {},
    requestContext: { http: { method: 'POST' } },
    body: secret,
    isBase64Encoded: false,
  }
  const context = { functionName: 'messages', awsRequestId: 'r', getRemainingTimeInMillis: () => 60_000 }
  try {
    await Reflect.apply(serve(pipeline), undefined, [event, stream, context])
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
  return { status: opened?.statusCode, text: Buffer.concat(body).toString(), logged: logged.join('') }
}

it('a fault of ours is a 500 that says no more, and its line names the kinds of errors', async () => {
  const { status, text, logged } = await answerOf(async () => {
    throw new RangeError(`${secret} outside`, { cause: new SyntaxError(`${secret} inside`) })
  })
  expect(status).toBe(500)
  expect(JSON.parse(text)).toEqual({
    error: { type: 'internal_error', message: 'The service failed on this request.' },
  })
  expect(logged).toContain('"causes":["RangeError","SyntaxError"]')
  expect(logged).not.toContain(secret)
})

it('a client whose answer broke waits a second at most for a receipt that nobody takes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let isOver = false
  const answer = answerOf(async () => ({
    status: 200,
    headers: {},
    cookies: [],
    body: (async function* () {
      yield Buffer.from('begun')
      throw new Error(secret)
    })(),
    settle: () => new Promise(() => {}),
  }))
  const broken = expect(answer).rejects.toThrow('The answer was cut.')
  broken.finally(() => (isOver = true))
  await vi.advanceTimersByTimeAsync(999)
  expect(isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await broken
})
