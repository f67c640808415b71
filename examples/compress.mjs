// Compresses the transcript beside this file and shows what is left of each message. Needs BASE_URL and SERVICE_KEY, as
// `npm start` prints them. Run: node_modules/.bin/node examples/compress.mjs [helene-1|adeline-1] [rate]

import { readFile } from 'node:fs/promises'
import { service } from './say-why.mjs'

const { BASE_URL, SERVICE_KEY } = service()

const transcript = JSON.parse(await readFile(new URL('transcript.json', import.meta.url), 'utf8'))
const [model = transcript.model, rate] = process.argv.slice(2)
const request = { ...transcript, model, ...(rate === undefined ? {} : { compression_rate: Number(rate) }) }

const response = await fetch(`${BASE_URL}/v1/compress`, {
  method: 'POST',
  headers: { 'X-Service-Auth-Token': SERVICE_KEY, 'Content-Type': 'application/json' },
  body: JSON.stringify(request),
})
const answer = await response.json()
if (!response.ok) throw new Error(`${response.status}: ${answer.error.message}`)

const total = (messages) => messages.reduce((sum, { content }) => sum + content.length, 0)
const less = (before, after) => (before === after ? 'unchanged' : `−${Math.round((1 - after / before) * 100)} %`)
const row = (name, before, after) =>
  console.log(
    `${name.padEnd(12)}${String(before).padStart(7)} → ${String(after).padStart(6)} characters  ${less(before, after)}`,
  )

for (const [index, { role, content }] of answer.messages.entries())
  row(role, transcript.messages[index].content.length, content.length)
row(answer.model, total(transcript.messages), total(answer.messages))

const lost = (message, index) => transcript.messages[index].content.length - message.content.length
const most = answer.messages.reduce(
  (best, message, index) => (lost(message, index) > best.lost ? { message, index, lost: lost(message, index) } : best),
  { lost: 0 },
)

/** The text with what went in brackets: what stays is a part of it, in its order. */
const marked = (before, after) => {
  let text = ''
  let kept = 0
  let isGone = false
  for (const character of before) {
    const goes = character !== after[kept]
    if (goes !== isGone) text += goes ? '⟦' : '⟧'
    isGone = goes
    if (!goes) kept += 1
    text += character
  }
  return isGone ? `${text}⟧` : text
}

if (most.message) {
  const before = transcript.messages[most.index].content
  console.log('\nThe message that lost most; what went stands in ⟦ ⟧:\n')
  console.log(`${marked(before, most.message.content).slice(0, 600)}…`)
}
