// Made-up session files of Claude Code and of Codex, as those write them: from runs that are made up too.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { countTokens } from '../compressor/text/tokens.ts'
import { madeUpRuns } from '../eval/cost/sessions/made-up.ts'
import { type RunMessage, runMessagesOf } from './data/conversation.ts'

const start = Date.UTC(2026, 10, 20, 9)
const secondsApart = 20
const model = { claude: 'claude-sonnet-4-5-20250929', codex: 'gpt-5.4' }
const systemTokens = 18_000

interface Spoken {
  readonly step: RunMessage
  readonly at: string
  /** Input tokens of the request that a turn answers. */
  readonly inputTokens: number
}

const tokensOf = (step: RunMessage): number => countTokens(Object.values(step).map(String).join(' '))

const spoken = (steps: readonly RunMessage[]): Spoken[] => {
  let inputTokens = systemTokens
  return steps.map((step, index) => {
    const made = { step, at: new Date(start + index * secondsApart * 1_000).toISOString(), inputTokens }
    inputTokens += tokensOf(step)
    return made
  })
}

const linesOf = (lines: readonly object[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('')

const claudeUsage = (inputTokens: number) => ({
  input_tokens: 4,
  cache_read_input_tokens: inputTokens - 4,
  cache_creation_input_tokens: 0,
  cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
  output_tokens: 80,
})

/** A file of Claude Code: each block of an answer on a line of its own, and results twice, once for itself. */
export const claudeCodeFile = (steps: readonly RunMessage[], session: string, cwd: string): string => {
  let parentUuid: string | null = null
  let count = 0
  const line = (more: object): object => {
    count += 1
    const made = { parentUuid, isSidechain: false, uuid: `${session}-${count}`, cwd, sessionId: session, ...more }
    parentUuid = made.uuid
    return made
  }
  const lines = spoken(steps).flatMap(({ step, at, inputTokens }, index): object[] => {
    if ('system' in step) return []
    if ('user' in step) return [line({ type: 'user', timestamp: at, message: { role: 'user', content: step.user } })]
    if ('result' in step) {
      const block = { type: 'tool_result', tool_use_id: step.id, content: step.result }
      const toolUseResult = { stdout: step.result, stderr: '', interrupted: false }
      return [line({ type: 'user', timestamp: at, message: { role: 'user', content: [block] }, toolUseResult })]
    }
    const blocks = [
      { type: 'thinking', thinking: '', signature: 'EqQB' },
      ...(step.turn.said === '' ? [] : [{ type: 'text', text: step.turn.said }]),
      ...step.turn.calls.map((call) => ({ type: 'tool_use', ...call })),
    ]
    const message = { id: `msg_${session}_${index}`, type: 'message', role: 'assistant', model: model.claude }
    return blocks.map((block) =>
      line({
        type: 'assistant',
        timestamp: at,
        requestId: `req_${index}`,
        message: { ...message, content: [block], usage: claudeUsage(inputTokens) },
      }),
    )
  })
  return linesOf([{ type: 'summary', summary: 'The nightly build', leafUuid: `${session}-1` }, ...lines])
}

/** A file of Codex: items, and events that repeat them. */
const codexFile = (steps: readonly RunMessage[], session: string, cwd: string): string => {
  const item = (timestamp: string, payload: object): object => ({ timestamp, type: 'response_item', payload })
  const first = new Date(start).toISOString()
  const lines = spoken(steps).flatMap(({ step, at, inputTokens }, index): object[] => {
    if ('result' in step) return [item(at, { type: 'function_call_output', call_id: step.id, output: step.result })]
    if ('turn' in step) {
      const { said, calls } = step.turn
      const usage = { input_tokens: inputTokens, cached_input_tokens: 0, output_tokens: 80 }
      return [
        item(at, { type: 'reasoning', id: `rs_${session}_${index}`, summary: [], encrypted_content: 'gAAAA' }),
        item(at, {
          type: 'message',
          id: `msg_${session}_${index}`,
          role: 'assistant',
          content: [{ type: 'output_text', text: said }],
        }),
        ...calls.map(({ id, name, input }) =>
          item(at, { type: 'function_call', call_id: id, name, arguments: JSON.stringify(input) }),
        ),
        { timestamp: at, type: 'event_msg', payload: { type: 'token_count', info: { last_token_usage: usage } } },
      ]
    }
    const [role, text] = 'system' in step ? ['developer', step.system] : ['user', step.user]
    return [item(at, { type: 'message', role, content: [{ type: 'input_text', text }] })]
  })
  return linesOf([
    { timestamp: first, type: 'session_meta', payload: { id: session, cwd, model_provider: 'openai' } },
    { timestamp: first, type: 'turn_context', payload: { cwd, model: model.codex } },
    ...lines,
  ])
}

/** The conversation of made-up runs one after the other. */
export const madeUpSteps = (from: number, runs: number): RunMessage[] => {
  const all = madeUpRuns()
  const chosen = Array.from({ length: runs }, (_, index) => all[(from + index) % all.length]?.messages ?? [])
  const messages = chosen.flatMap((run) => run.filter(({ role }, index) => role !== 'system' || index === 0))
  return runMessagesOf({ id: 'made up', messages })
}

/** Writes session files of both agents below a home until they have so many bytes together. */
export const writeSessionFiles = (home: string, bytes: number, runsOfEach = 8): number => {
  let written = 0
  for (let index = 0; written < bytes; index += 1) {
    const isCodex = index % 3 === 2
    const session = `session-${index}`
    const project = `/home/ana/src/project-${index % 5}`
    const file = (isCodex ? codexFile : claudeCodeFile)(madeUpSteps(index, runsOfEach), session, project)
    const folder = isCodex ? '.codex/sessions/2026/11/20' : `.claude/projects/project-${index % 5}`
    mkdirSync(join(home, folder), { recursive: true })
    writeFileSync(join(home, folder, isCodex ? `rollout-${session}.jsonl` : `${session}.jsonl`), file)
    written += Buffer.byteLength(file)
  }
  return written
}
