// The first law on real conversations: recorded agent runs become bodies of all three dialects and go through the pipeline.
// With nothing to do the bytes are the same; otherwise only characters inside tool results may be gone.
// Run: node eval/deletions-only.ts DATA. DATA holds transcripts/*.jsonl.gz, as docs/engines.md says.

import { createHash } from 'node:crypto'
import { onlyDeletes } from '../core/compaction/verify.ts'
import { dialects } from '../core/dialects/registry.ts'
import { exchange } from '../core/exchange/exchange.ts'
import { scanJson } from '../core/json/scan.ts'
import { atOnce } from '../core/runtime/pieces.ts'
import { mayBeShortenedAtOnce } from '../core/transcript/may-be-shortened.ts'
import {
  type MeasuredDialect,
  type RunMessage,
  routes,
  runMessagesOf,
  writers,
  written,
} from '../testkit/data/conversation.ts'
import { readTranscripts } from '../testkit/data/transcripts.ts'
import { received, serviceInMemory } from '../testkit/memory/service-in-memory.ts'

const folder = process.argv[2]
if (folder === undefined) {
  process.stderr.write('Give the folder that holds transcripts/*.jsonl.gz. Nothing was checked.\n')
  process.exit(1)
}

const models: Readonly<Record<MeasuredDialect, string>> = {
  messages: 'claude-sonnet-4-5',
  'chat-completions': 'gpt-5.4',
  responses: 'gpt-5.4',
}

const bodyOf = (name: MeasuredDialect, messages: readonly RunMessage[]): string =>
  written({ model: models[name], [routes[name].list]: messages.flatMap(writers[name]) })

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** What is forwarded of a body in this mode. */
const forwarded = async (
  name: MeasuredDialect,
  body: string,
  mode: 'off' | 'repeated' | 'arrival',
): Promise<string> => {
  const service = serviceInMemory({ account: { compaction: { mode, compressor: 'adeline-1' } } })
  const { path } = routes[name]
  await received(
    await exchange(
      { name, dialect: dialects[name] },
      service.deployment,
    )(service.request({ path, body, headers: { authorization: 'Bearer k' } })),
  )
  return String(service.sent[0]?.body)
}

/** Whether every deletion of `body` is inside a tool result that may be touched. */
const isLens = (name: MeasuredDialect, original: string, body: string): boolean => {
  const tape = scanJson(original)
  if (tape === undefined) return false
  const { segments } = atOnce(dialects[name].read(tape))
  const touchable = segments.filter(mayBeShortenedAtOnce)
  return onlyDeletes(
    tape,
    touchable.map(({ node, text }) => ({ node, text, kept: [] })),
    body,
  )
}

let faults = 0
for (const file of ['customer-service', 'swe-bench-runs', 'swe-agent-demos']) {
  const runs = readTranscripts(folder, file)
  for (const name of Object.keys(writers) as MeasuredDialect[]) {
    let bytes = 0
    let shorter = 0
    for (const run of runs) {
      const body = bodyOf(name, runMessagesOf(run))
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
