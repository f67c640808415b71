// Whatever a body of 5 MB looks like, it never keeps the process busy for long: other requests wait for it, and so do the deadlines
// of the stores. Counted is the processor time of this thread between two turns of the event loop, so that a busy machine
// changes little, beside that of the parser of the runtime itself.

import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { compressTranscript } from '../../../core/exchange/direct/direct-compress.ts'
import type { Reply } from '../../../core/http/reply.ts'
import { received, serviceInMemory } from '../../../testkit/memory/service-in-memory.ts'
import { messages } from './exchanging.ts'

const size = 5_000_000
const filled = (unit: string, length = size): string => unit.repeat(Math.floor(length / unit.length))

const body = (list: string, more = ''): string => `{"model":"claude-sonnet-4-5",${more}"messages":[${list}]}`
const call = (input: string, id = 'a', name = 'Bash'): string =>
  `{"role":"assistant","content":[{"type":"tool_use","id":"${id}","name":"${name}","input":${input}}]}`
const answer = (content: string, id = 'a'): string =>
  `{"role":"user","content":[{"type":"tool_result","tool_use_id":"${id}","content":${content}}]}`
const asked = (command: string): string => body(`${call(JSON.stringify({ command }))},${answer('"x"')}`)
const answered = (text: string): string => body(`${call('{"command":"ls"}')},${answer(JSON.stringify(text))}`)
const pairs = (command: string, text: string): string => {
  const input = JSON.stringify({ command })
  const content = JSON.stringify(text)
  const count = Math.floor(size / (input.length + content.length + 170))
  return body(
    Array.from({ length: count }, (_, index) => `${call(input, `a${index}`)},${answer(content, `a${index}`)}`).join(),
  )
}
const marked = '"cache_control":{"type":"ephemeral"}'
const list = (unit: string, length = size): string => `${filled(`${unit},`, length)}${unit}`

/** Blocks of this kind, so many one in the other, and a list of texts in the last. */
const nested = (block: string, depth: number): string =>
  `${`${block},"content":[`.repeat(depth)}${list('{"type":"text","text":"x"}', 500_000)}${']}'.repeat(depth)}`
const passage = '{"type":"search_result","source":"s","title":"t"'

/** Blocks of as many members as are put in order, as many as are read, with the last one first. */
const outOfOrder = (name: string): string => {
  const members = Array.from({ length: 64 }, (_, index) => `"${name}${String(64 - index).padStart(3, '0')}":0`)
  return list(`{${members.join()}}`, 1_930 * 64 * (name.length + 8))
}

const shapes: Readonly<Record<string, () => string>> = {
  'one text': () => body(`{"role":"user","content":"${filled('lorem ipsum ')}"}`),
  'one text of escapes': () => body(`{"role":"user","content":"${filled('\\n')}"}`),
  'pastes like logs': () =>
    body(
      list(
        `{"role":"user","content":${JSON.stringify(filled('2026-11-22 12:00:01 INFO building target a b c d e\n', 1_200_000))}},{"role":"assistant","content":"so"}`,
      ),
    ),
  'a command of pipes': () => asked(filled('cat a|')),
  'a command of brackets': () => asked(filled('(')),
  'a command of braces': () => asked(filled('{a,')),
  'a command of files': () => asked(filled('cat a>b;')),
  'many long commands that run programs': () => pairs(`env ${filled('xz ', 60_000)}`, 'x'),
  'many long commands': () => pairs(filled('cat a|', 60_000), 'x'),
  'many long commands that are not understood': () => pairs(filled('(', 60_000), 'x'),
  'empty messages': () => body(list('{}')),
  'marked messages': () => body(list(`{"role":"user","content":"",${marked}}`, 1_000_000)),
  'marked blocks': () => body(`{"role":"user","content":[${list(`{"type":"text","text":"",${marked}}`, 1_000_000)}]}`),
  numbers: () => body('', `"x":[${list('0')}],`),
  'nested arrays': () => body('', `"x":${'['.repeat(900_000)}${']'.repeat(900_000)},`),
  'arguments of arrays': () => body(`${call(`{"q":[${list('[]')}]}`)},${answer('"x"')}`),
  'arguments of arrays that are few enough': () => body(`${call(`{"q":[${list('[]', 500_000)}]}`)},${answer('"x"')}`),
  'a result of JSON arrays': () => answered(`[${list('[]')}]`),
  'a result of JSON with blanks': () => answered(`[${filled('1, ')}0]`),
  'results of JSON with blanks': () => pairs('ls', `[${filled('1, ', 400_000)}0]`),
  'a result in an envelope': () => answered(JSON.stringify({ output: filled('a b '), metadata: { exit_code: 0 } })),
  'a result of colours': () => answered(filled('\u001b[31ma', size / 2)),
  'results of colours': () => pairs('make', filled('\u001b[31ma', 200_000)),
  'results like logs': () => pairs('make', filled('12:00:01 INFO building target a b c d e\n', 8_000)),
  'results like code': () => pairs('make', filled('const a = b(c, d)\n', 8_000)),
  'results in text of blank lines': () =>
    body(
      list(
        `{"role":"assistant","content":"so\\n\`\`\`bash\\nls\\n\`\`\`"},{"role":"user","content":"Observation: a${filled('\\n', 40_000)}b"}`,
      ),
    ),
  'passages in passages': () => body(`${call('{}')},${answer(`[${nested(passage, 600)}]`)}`),
  'a patch': () =>
    body(
      `${call(`{"input":${JSON.stringify(filled('*** Add File: a\n+x\n'))}}`, 'a', 'apply_patch')},${answer('"x"')}`,
    ),
  'names out of order': () => body(`{"role":"user","content":[${outOfOrder('k')}]}`),
  'names out of order, and an escape elsewhere': () =>
    body(`{"role":"user","content":[${outOfOrder('k')}]},{"role":"user","content":"a\\/b"}`),
  'escaped names out of order': () => body(`{"role":"user","content":[${outOfOrder('\\/k')}]}`),
  fractions: () => body(`{"role":"user","content":[${list(`{"q":[${list('0.5', 3_600)}]}`, 1_080_000)}]}`),
  'a long name': () => body(`${call('{}', 'a', filled('a/'))},${answer('"x"')}`),
}

const milliseconds = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1_000

/** The longest time, in milliseconds of the processor, for which the thread does one thing. */
const longestBlock = async (work: () => Promise<unknown>): Promise<number> => {
  let longest = 0
  let isRunning = true
  let last = process.threadCpuUsage()
  const look = (): void => {
    longest = Math.max(longest, milliseconds(process.threadCpuUsage(last)))
    last = process.threadCpuUsage()
    if (isRunning) setImmediate(look)
  }
  setImmediate(look)
  await work()
  isRunning = false
  await new Promise((resolve) => setImmediate(resolve))
  return longest
}

const zeros = `[${filled('0,')}0]`

/** What the runtime takes to parse five megabytes: 20 to 30 ms where the bar of 50 ms was set. */
const parsing = (): number => {
  const since = process.threadCpuUsage()
  JSON.parse(zeros)
  return milliseconds(process.threadCpuUsage(since))
}

const bar = 50
const attempts = 40
/** For all of them on a busy machine. */
const timeout = 120_000

/**
 * The longest block, in milliseconds of a machine that parses five megabytes in 20. A processor that is shared does less in each of its
 * milliseconds, now more, now less: it is asked before and behind each run, and the faster answer counts. The best of many, ever
 * further apart: collecting garbage may fall into any block, and what else the machine has to do may take seconds.
 */
const bestOf = async (work: () => Promise<unknown>): Promise<number> => {
  let best = Number.POSITIVE_INFINITY
  for (let run = 0; run < attempts && best > bar; run += 1) {
    await setTimeout(Math.min(50 * run, 1_000))
    const before = parsing()
    const longest = await longestBlock(work)
    best = Math.min(best, (20 * longest) / Math.max(20, Math.min(before, parsing())))
  }
  return best
}

describe('five megabytes never keep the process busy for longer than fifty milliseconds', () => {
  it.each(Object.entries(shapes))('%s', { timeout }, async (_shape, make) => {
    const text = make()

    const longest = await bestOf(async () => received(await messages(serviceInMemory(), { body: text })))

    expect(longest).toBeLessThan(bar)
  })

  it.each<[string, (content: string) => string]>([
    ['a long message', (content) => `{"role":"user","content":"${filled(content)}"}`],
    ['many messages', () => list('{"role":"user","content":""}', 1_400_000)],
    ['results in results', () => `{"role":"user","content":[${nested('{"type":"tool_result"', 600)}]}`],
    ['more messages than are taken', () => list('{"role":"user","content":""}')],
  ])('/v1/compress with %s', { timeout }, async (_shape, make) => {
    const text = `{"model":"adeline-1","messages":[${make('lorem ipsum ')}]}`
    const request = async (): Promise<Reply | undefined> => {
      const service = serviceInMemory()
      const asked = service.request({ path: '/v1/compress', body: text })
      return compressTranscript(service.deployment)(asked).catch(() => undefined)
    }

    expect(await bestOf(request)).toBeLessThan(bar)
  })
})

describe('what is too much to read', () => {
  it.each(['empty messages', 'numbers', 'nested arrays'])(
    'travels whole, and the receipt says so: %s',
    async (shape) => {
      const text = shapes[shape]?.() ?? ''
      const service = serviceInMemory()

      await received(await messages(service, { body: text }))

      expect(service.sent.map((outbound) => outbound.body)).toEqual([text])
      expect([...service.receipts.values()]).toMatchObject([{ outcome: 'failed-open', reason: 'too-much-to-read' }])
    },
  )

  it('is what takes longer than the budget, by the clock', async () => {
    let now = 0
    const service = serviceInMemory({ ports: { elapsed: () => (now += 30), turn: async () => {} } })

    await received(await messages(service, { body: pairs('ls', filled('x', 1_000)) }))

    expect([...service.receipts.values()]).toMatchObject([{ outcome: 'failed-open', reason: 'too-much-to-read' }])
  })
})
