// Reads a session file of Codex, its rollout: a line for each item of the conversation, and others about it.

import { objectOf } from '../../../core/json/object.ts'
import type { RunMessage } from '../../../testkit/data/conversation.ts'
import { type Line, objectIn } from './json-lines.ts'
import { type RecordedSession, Recording, type Source } from './recorded-session.ts'
import { listOf, numberOf, textOf, textsOf, timeOf } from './values.ts'

/** Arguments are JSON for functions, and any text for other tools. */
const inputOf = (item: Line): object => {
  const text = textOf(item.arguments) || textOf(item.input)
  if (text === '') return objectOf(item.action)
  return objectIn(text) ?? { input: text }
}

const outputOf = ({ output }: Line): string => textsOf(output) || textsOf(objectOf(output).content)

interface Answer {
  readonly id: string
  readonly at: number
  said: string
  readonly calls: { readonly id: string; readonly name: string; readonly input: object }[]
}

class CodexReader {
  private readonly recording: Recording
  private project = ''
  private readonly source: Omit<Source, 'agent'>
  private model = ''
  private answers = 0
  private answer: Answer | undefined

  constructor(source: Omit<Source, 'agent'>) {
    this.source = source
    this.recording = new Recording({ ...source, agent: 'codex' })
  }

  read(line: Line): void {
    const payload = objectOf(line.payload)
    const at = timeOf(line.timestamp)
    if (line.type === 'session_meta') this.project ||= textOf(payload.cwd)
    else if (line.type === 'turn_context') this.model = textOf(payload.model) || this.model
    else if (line.type === 'response_item') this.readItem(payload, at)
    else if (line.type === 'event_msg' && payload.type === 'token_count') {
      this.endAnswer()
      this.recording.counted(numberOf(objectOf(objectOf(payload.info).last_token_usage).input_tokens))
    } else if (line.type === 'compacted') this.startOver(payload, at)
  }

  sessions(): RecordedSession[] {
    this.endAnswer()
    return this.recording.sessions(this.project)
  }

  /** What the model says and calls until the client adds something is one answer. */
  private readItem(item: Line, at: number): void {
    const type = textOf(item.type)
    if (type === 'message' && item.role === 'assistant') this.answerOf(item, at).said += textsOf(item.content)
    else if (type.endsWith('_call_output')) {
      this.add({ result: outputOf(item), id: textOf(item.call_id) }, at)
    } else if (type.endsWith('_call')) {
      const id = textOf(item.call_id) || textOf(item.id)
      this.answerOf(item, at).calls.push({ id, name: textOf(item.name) || type, input: inputOf(item) })
    } else if (type === 'message') {
      const user = textsOf(item.content)
      if (user !== '') this.add({ user }, at)
    }
  }

  private answerOf(item: Line, at: number): Answer {
    if (this.answer === undefined) {
      this.answers += 1
      const id = textOf(item.id) || textOf(item.call_id) || `${this.source.id} ${this.answers}`
      this.answer = { id, at, said: '', calls: [] }
    }
    return this.answer
  }

  private add(step: RunMessage, at: number): void {
    this.endAnswer()
    this.recording.add(step, at)
  }

  private endAnswer(): void {
    if (this.answer === undefined) return
    this.recording.turn({
      ...this.answer,
      setting: { provider: 'openai', dialect: 'responses', model: this.model },
    })
    this.answer = undefined
  }

  /** Codex replaced the conversation by a summary, or by the messages that it kept. */
  private startOver(payload: Line, at: number): void {
    this.endAnswer()
    this.recording.endAt(0)
    for (const item of [...listOf(payload.replacement_history).map(objectOf), { content: payload.message }]) {
      const text = textsOf(item.content)
      if (text !== '') this.add(item.role === 'assistant' ? { turn: { said: text, calls: [] } } : { user: text }, at)
    }
  }
}

/** The sessions of a file: another one after each time that Codex shortened the conversation. */
export const codexSessions = (lines: Iterable<Line>, source: Omit<Source, 'agent'>): RecordedSession[] => {
  const reader = new CodexReader(source)
  for (const line of lines) reader.read(line)
  return reader.sessions()
}
