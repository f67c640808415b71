// The first law on real conversations: recorded agent runs become bodies of all three dialects and go through the line.
// With nothing to do the bytes are the same; otherwise only characters inside tool results may be gone.
// Run: node bench/lens.ts DATA. DATA holds transcripts/*.jsonl.gz, as docs/engines.md says.

import { createHash } from 'node:crypto'
import { onlyDeletes } from '../core/compaction/verify.ts'
import { dialects } from '../core/dialects/registry.ts'
import { exchange } from '../core/exchange.ts'
import { scanJson } from '../core/json/scan.ts'
import { received, world } from '../test/fakes/deployment.ts'
import { RawNumber, readTranscripts, type Transcript } from './engines/transcripts.ts'

const folder = process.argv[2]
if (folder === undefined) {
  process.stderr.write('Give the folder that holds transcripts/*.jsonl.gz. Nothing was checked.\n')
  process.exit(1)
}

type Dialect = keyof typeof dialects

const written = (value: unknown): string =>
  JSON.stringify(value, (_key, part) => (part instanceof RawNumber ? Number(part.source) : part))

interface Turn {
  readonly said: string
  readonly calls: readonly { readonly id: string; readonly name: string; readonly input: unknown }[]
}
type Step = { readonly user: string } | { readonly turn: Turn } | { readonly result: string; readonly id: string }

/** What was said, called and answered, in order; a result answers the oldest call that has none. */
const stepsOf = ({ messages }: Transcript): Step[] => {
  const open: string[] = []
  let made = 0
  return messages.flatMap(({ role, content, tool_calls: calls }): Step[] => {
    const text = content ?? ''
    if (role === 'tool') return [{ result: text, id: open.shift() ?? 'lost' }]
    if (role !== 'assistant') return [{ user: text }]
    const named = (calls ?? []).map(({ name, arguments: input }) => {
      made += 1
      return { id: `call_${made}`, name: name ?? 'bash', input }
    })
    open.push(...named.map(({ id }) => id))
    return [{ turn: { said: text, calls: named } }]
  })
}

const inputOf = (input: unknown): unknown => (typeof input === 'object' && input !== null ? input : { text: input })

const writers: Readonly<Record<Dialect, (steps: readonly Step[]) => string>> = {
  messages: (steps) =>
    written({
      model: 'claude-sonnet-4-5',
      messages: steps.map((step) => {
        if ('user' in step) return { role: 'user', content: step.user }
        if ('result' in step)
          return { role: 'user', content: [{ type: 'tool_result', tool_use_id: step.id, content: step.result }] }
        const calls = step.turn.calls.map(({ input, ...call }) => ({
          type: 'tool_use',
          ...call,
          input: inputOf(input),
        }))
        return { role: 'assistant', content: [{ type: 'text', text: step.turn.said }, ...calls] }
      }),
    }),
  'chat-completions': (steps) =>
    written({
      model: 'gpt-5.4',
      messages: steps.map((step) => {
        if ('user' in step) return { role: 'user', content: step.user }
        if ('result' in step) return { role: 'tool', tool_call_id: step.id, content: step.result }
        const calls = step.turn.calls.map(({ id, name, input }) => ({
          id,
          type: 'function',
          function: { name, arguments: written(inputOf(input)) },
        }))
        return { role: 'assistant', content: step.turn.said, ...(calls.length > 0 ? { tool_calls: calls } : {}) }
      }),
    }),
  responses: (steps) =>
    written({
      model: 'gpt-5.4',
      input: steps.flatMap((step): object[] => {
        if ('user' in step) return [{ role: 'user', content: step.user }]
        if ('result' in step) return [{ type: 'function_call_output', call_id: step.id, output: step.result }]
        const calls = step.turn.calls.map(({ id, name, input }) => ({
          type: 'function_call',
          call_id: id,
          name,
          arguments: written(inputOf(input)),
        }))
        return [{ role: 'assistant', content: step.turn.said }, ...calls]
      }),
    }),
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** What is forwarded of a body in this mode. */
const forwarded = async (name: Dialect, body: string, mode: 'off' | 'repeated' | 'arrival'): Promise<string> => {
  const house = world({ account: { compaction: { mode, compressor: 'adeline-1' } } })
  const path = name === 'messages' ? '/provider-a/v1/messages' : `/provider-b/v1/${name.replace('-', '/')}`
  await received(
    await exchange(
      { name, dialect: dialects[name] },
      house.deployment,
    )(house.request({ path, body, headers: { authorization: 'Bearer k' } })),
  )
  return String(house.sent[0]?.body)
}

/** Whether every deletion of `body` is inside a tool result that may be touched. */
const isLens = (name: Dialect, original: string, body: string): boolean => {
  const tape = scanJson(original)
  if (tape === undefined) return false
  const { segments } = dialects[name].read(tape)
  const touchable = segments.filter(({ pinned }) => pinned === undefined)
  return onlyDeletes(
    tape,
    touchable.map(({ node, text }) => ({ node, text, kept: [] })),
    body,
  )
}

let faults = 0
for (const file of ['customer-service', 'swe-bench-runs', 'swe-agent-demos']) {
  const runs = readTranscripts(folder, file)
  for (const name of Object.keys(dialects) as Dialect[]) {
    let bytes = 0
    let shorter = 0
    for (const run of runs) {
      const body = writers[name](stepsOf(run))
      bytes += Buffer.byteLength(body)
      if (sha256(await forwarded(name, body, 'off')) !== sha256(body)) faults += 1
      for (const mode of ['repeated', 'arrival'] as const) {
        const sent = await forwarded(name, body, mode)
        if (sent !== body) shorter += 1
        if (!isLens(name, body, sent)) faults += 1
      }
    }
    process.stdout.write(
      `${file.padEnd(18)} ${name.padEnd(17)} ${String(runs.length).padStart(4)} bodies, ${(bytes / 1e6).toFixed(1).padStart(6)} MB, forwarded in 3 modes, shorter in ${String(shorter).padStart(4)}: ${faults} faults so far\n`,
    )
  }
}
process.exit(faults === 0 ? 0 : 1)
