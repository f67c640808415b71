// Reads a session file of Claude Code: a line for each message, and for each block of an answer one of its own.

import { objectOf } from '../../../core/json/object.ts'
import type { RunMessage } from '../../../testkit/data/conversation.ts'
import type { Setting } from '../../cost/requests.ts'
import type { Line } from './json-lines.ts'
import { type RecordedSession, type RecordedTurn, Recording, type Source } from './recorded-session.ts'
import { listOf, numberOf, textOf, textsOf, timeOf } from './values.ts'

const stepsOf = (message: Line): RunMessage[] => {
  const results = listOf(message.content)
    .map(objectOf)
    .filter(({ type }) => type === 'tool_result')
    .map(
      (block): RunMessage => ({
        result: textsOf(block.content),
        id: textOf(block.tool_use_id),
        ...(block.is_error === true ? { failed: true } : {}),
      }),
    )
  const user = textsOf(message.content)
  return user === '' ? results : [...results, { user }]
}

/** How long the client asked the provider to keep the prompt: said by the line, or by what was written. */
const markedOf = (line: Line, usage: Line): '5m' | '1h' =>
  line.promptCacheRequested === '1h' || numberOf(objectOf(usage.cache_creation).ephemeral_1h_input_tokens) > 0
    ? '1h'
    : '5m'

const inputTokensOf = (usage: Line): number =>
  numberOf(usage.input_tokens) + numberOf(usage.cache_read_input_tokens) + numberOf(usage.cache_creation_input_tokens)

const turnOf = (line: Line, message: Line, at: number): RecordedTurn => {
  const usage = objectOf(message.usage)
  const blocks = listOf(message.content).map(objectOf)
  const setting: Setting = {
    provider: 'anthropic',
    dialect: 'messages',
    model: textOf(message.model),
    marked: markedOf(line, usage),
  }
  return {
    id: textOf(message.id) || textOf(line.uuid),
    setting,
    at,
    said: textsOf(message.content),
    calls: blocks
      .filter(({ type }) => type === 'tool_use')
      .map(({ id, name, input }) => ({ id: textOf(id), name: textOf(name), input: objectOf(input) })),
  }
}

/** Made by the client itself, about an error: no provider was asked. */
const isSynthetic = (line: Line, message: Line): boolean =>
  message.model === '<synthetic>' || line.isApiErrorMessage === true

interface Thread {
  readonly recording: Recording
  /** How long the conversation was after each line. */
  readonly lengths: Map<string, number>
}

const readLine = ({ recording, lengths }: Thread, line: Line): void => {
  const at = timeOf(line.timestamp)
  const message = objectOf(line.message)
  if (line.type === 'system' && line.subtype === 'compact_boundary') recording.endAt(0)
  else if (line.type === 'attachment') {
    const text = listOf(line.rendered).map((part) => textOf(objectOf(part).content))
    for (const user of text) if (user !== '') recording.add({ user }, at)
  } else if (line.type === 'user') {
    const steps = stepsOf(message)
    const parent = lengths.get(textOf(line.parentUuid))
    // A person who goes back to an earlier message leaves what came after it. Results of calls made at once hang at their calls.
    const goesBack = steps.every((step) => 'user' in step) && parent !== undefined && parent < recording.length
    if (goesBack) recording.endAt(parent)
    for (const step of steps) recording.add(step, at)
  } else if (line.type === 'assistant' && !isSynthetic(line, message)) {
    recording.turn(turnOf(line, message, at))
    recording.counted(inputTokensOf(objectOf(message.usage)))
  }
  lengths.set(textOf(line.uuid), recording.length)
}

/** The sessions of a file: the conversation, and each agent that it started as a thread of its own. */
export const claudeCodeSessions = (lines: Iterable<Line>, source: Omit<Source, 'agent'>): RecordedSession[] => {
  const threads = new Map<string, Thread>()
  const threadOfLine = new Map<string, string>()
  let project = ''
  for (const line of lines) {
    const inherited = threadOfLine.get(textOf(line.parentUuid))
    const own = textOf(line.agentId) || inherited || textOf(line.uuid)
    const name = line.isSidechain === true ? own : 'main'
    threadOfLine.set(textOf(line.uuid), name)
    project ||= textOf(line.cwd)
    const id = `${source.id} ${name}`
    const thread = threads.get(name) ?? {
      recording: new Recording({ ...source, id, agent: 'claude-code' }),
      lengths: new Map<string, number>(),
    }
    threads.set(name, thread)
    readLine(thread, line)
  }
  return [...threads.values()].flatMap(({ recording }) => recording.sessions(project))
}
