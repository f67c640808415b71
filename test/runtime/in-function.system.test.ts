// The engines in a thread of the shipped function, under AWS's runtime client.

import { expect, it } from 'vitest'
import { afterSuite } from '../../testkit/after-suite.ts'
import { deploy } from './deployed.ts'

const text = 'The committee has decided that it will be meeting again in the month of March, as it did. '.repeat(30)

const finallyDo = afterSuite()

it('shortens text with no compressor beside it', async () => {
  const deployed = await deploy(['compress'], finallyDo, { inFunction: true })
  const answer = await deployed.post('/v1/compress', {
    model: 'helene-1',
    messages: [{ role: 'user', content: text }],
  })
  const { messages }: { messages: { content: string }[] } = JSON.parse(await answer.text())

  expect(answer.status).toBe(200)
  expect(messages[0]?.content.length).toBeLessThan(text.length * 0.9)
  // The receipt is written behind the answer.
  await expect
    .poll(async () => (await deployed.receipts()).map(({ outcome, status }) => [outcome, status]), { timeout: 20_000 })
    .toEqual([['compacted', 200]])
}, 60_000)
