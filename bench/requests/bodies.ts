// Request bodies of the size and shape that coding agents send, made from numbers alone. Each is a template: its last
// result carries a number of its own in every sample, as a turn of a conversation brings one result that is new.

/** A body whose bytes can be made new in place; the sample before must be over. */
export interface BodyTemplate {
  readonly bytes: Buffer
  /** Tool results from which something can be deleted. */
  readonly shortened: number
  /** The same buffer, with the number of this sample in it. */
  fresh(sample: number): Buffer
}

const placeholder = '7000000000000007'
const model = 'claude-sonnet-4-5'

/** A result of about so many characters, made of parts. `index` tells results apart. */
const filled = (characters: number, part: (number: number) => string): string => {
  let text = ''
  for (let number = 0; text.length < characters; number += 1) text += part(number)
  return text
}

const logLine = (index: number, number: number): string =>
  `2026-11-20 12:${String(number % 60).padStart(2, '0')}:07 worker-${index} order ${4_711 + number * 17} shipped to depot ${number % 9}, weight ${(number * 37) % 500} g\n`

/** Text from which nothing can be deleted. */
const plainResult = (index: number, characters: number): string => filled(characters, (n) => logLine(index, n))

/** Text with two colour codes at its beginning. */
const colouredResult = (index: number, characters: number): string =>
  `\u001b[32mworker-${index}\u001b[0m\n${plainResult(index, characters)}`

/** JSON as tools print it for people: a line a member, two spaces a level. */
const prettyResult = (index: number, characters: number): string => {
  const record = (number: number) => ({
    id: index * 100_000 + number,
    customer: { name: `customer-${number}`, city: 'Köln', postcode: String(50_667 + number) },
    items: [
      { sku: `A-${number}`, quantity: number % 7, price: 12.5 },
      { sku: `B-${number}`, quantity: 1, price: 3 },
    ],
    status: 'shipped',
    paid: true,
  })
  const each = JSON.stringify([record(0)], null, 2).length
  const records = Array.from({ length: Math.ceil(characters / each) }, (_, number) => record(number))
  return JSON.stringify(records, null, 2)
}

const results = { plain: plainResult, coloured: colouredResult, pretty: prettyResult }

/** Whether every result loses something. */
const shortens = { plain: false, coloured: true, pretty: true }

export interface BodyOptions {
  readonly results: number
  readonly kind: keyof typeof results
  /** Of one result, before it is written as a JSON string. */
  readonly charactersPerResult: number
  /** What becomes of the text of each result. */
  readonly change?: (text: string, index: number) => string
  /** Its question and its calls carry it, as no two conversations have the same. @default what it is made of */
  readonly conversation?: string
}

const unchanged = (text: string): string => text

/** A messages body: a question, then pairs of a tool call and its result. */
export const messagesBody = ({
  results: count,
  kind,
  charactersPerResult,
  change = unchanged,
  conversation = `${kind}_${count}_${charactersPerResult}`,
}: BodyOptions): BodyTemplate => {
  const turns = Array.from({ length: count }, (_, index) => {
    const id = `toolu_${conversation}_${index}`
    const made = change(results[kind](index, charactersPerResult), index)
    // Something that is neither a blank nor part of a code: the number must not change what can be deleted.
    const content = index === count - 1 ? made.replace('shipped', `shipped ${placeholder}`) : made
    return [
      { role: 'assistant', content: [{ type: 'tool_use', id, name: 'list_orders', input: { worker: index } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] },
    ]
  })
  const messages = [{ role: 'user', content: `Which orders of ${conversation} are late?` }, ...turns.flat()]
  const bytes = Buffer.from(JSON.stringify({ model, max_tokens: 1_024, stream: true, messages }))
  const offset = bytes.indexOf(placeholder)
  if (offset < 0) throw new Error('The body has nowhere to put its number.')
  return {
    bytes,
    shortened: shortens[kind] ? count : 0,
    fresh(sample) {
      bytes.write(String(sample).padStart(placeholder.length, '7'), offset, 'latin1')
      return bytes
    },
  }
}

/** The last block of a request that asks for caching carries it. */
const marker = ',"cache_control":{"type":"ephemeral"}'

/** A conversation that goes on from a body, for so many turns: a call and a short result each. A marker stands on the last block, as before. */
export const wentOn = (body: string, conversation: number, turns: number): string => {
  const unmarked = body.replace(marker, '')
  const results = Array.from({ length: turns }, (_, turn) => {
    const id = `toolu_${conversation}_${turn}`
    const mark = turn === turns - 1 && unmarked !== body ? marker : ''
    return `,{"role":"assistant","content":[{"type":"tool_use","id":"${id}","name":"list_orders","input":{"worker":${turn}}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"${id}","content":"ok"${mark}}]}`
  })
  // From bytes, as it comes: what is put together here would be put together again by whoever reads it.
  return Buffer.from(`${unmarked.slice(0, -2)}${results.join('')}]}`).toString('utf8')
}

/** A first question: nothing to compact. */
export const smallBody = (stream: boolean): Buffer =>
  Buffer.from(
    JSON.stringify({ model, max_tokens: 64, stream, messages: [{ role: 'user', content: 'Say one word, please.' }] }),
  )
