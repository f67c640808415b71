// The bodies that a client sends in a session, one for each turn of the model, markers of the prompt cache included.

import { countTokens } from '../../compressor/text/tokens.ts'
import { pricesOf } from '../../core/caches/rows.ts'
import type { InputPrices } from '../../core/caches/rules.ts'
import { type ProviderId, providers } from '../../core/upstream/providers.ts'
import { type MeasuredDialect, type RunMessage, routes, writers, written } from '../../testkit/data/conversation.ts'
import type { Session } from './sessions/session.ts'
import { type Wording, wordedBy } from './sessions/wording.ts'

export interface Setting {
  /** As the service calls it. */
  readonly provider: ProviderId
  readonly dialect: MeasuredDialect
  readonly model: string
  /** Whether the client asks for caching, and for how long. Providers that cache on their own do so all the same. */
  readonly marked?: '5m' | '1h'
  /** Absent: the agent calls tools, and their results are text. */
  readonly wording?: Wording
}

/** What the service values input tokens at in this setting. */
export const pricesOfSetting = ({ provider, model }: Setting): InputPrices =>
  pricesOf(providers[provider].prices, model)

const markerOf = (setting: Setting): object =>
  setting.marked === '1h'
    ? { cache_control: { type: 'ephemeral', ttl: '1h' } }
    : setting.marked === '5m'
      ? { cache_control: { type: 'ephemeral' } }
      : {}

interface Tool {
  readonly name: string
  readonly description: string
  readonly input_schema: object
}

export const systemOf = ({ steps }: Session): string =>
  steps.map((step) => ('system' in step ? step.system : '')).join('')

/** The tools that the session calls and those that its agent offers, a shell among them; the first one's description has so many tokens. */
export const toolsOf = (session: Session): Tool[] => {
  const { steps, offered = [] } = session
  const tokens = session.frameTokens - countTokens(systemOf(session))
  const called = steps.flatMap((step) => ('turn' in step ? step.turn.calls.map(({ name }) => name) : []))
  return [...new Set(['bash', ...offered, ...called])].map((name, index) => ({
    name,
    description: index === 0 ? ' word'.repeat(Math.max(1, tokens)).trim() : '',
    input_schema: { type: 'object', properties: name === 'bash' ? { command: { type: 'string' } } : {} },
  }))
}

/** What stands before the conversation. */
const frameOf = (session: Session, setting: Setting): object => {
  const system = systemOf(session)
  const tools = toolsOf(session)
  if (setting.dialect === 'messages')
    return { tools, ...(system === '' ? {} : { system: [{ type: 'text', text: system, ...markerOf(setting) }] }) }
  const definitions = tools.map(({ name, description, input_schema }) => ({
    name,
    description,
    parameters: input_schema,
  }))
  return setting.dialect === 'responses'
    ? { tools: definitions.map((definition) => ({ type: 'function', ...definition })), store: false }
    : { tools: definitions.map((definition) => ({ type: 'function', function: definition })) }
}

/** The last block marked as the end of what is to be cached. */
const withMarker = (message: object, setting: Setting): object => {
  if (setting.dialect !== 'messages' || !('content' in message) || !Array.isArray(message.content)) return message
  const blocks: object[] = message.content
  return {
    ...message,
    content: blocks.map((block, index) => (index === blocks.length - 1 ? { ...block, ...markerOf(setting) } : block)),
  }
}

/** What a tool result reads as in one request; `undefined` for what it was. */
export type TextAt = (message: number, request: number) => string | undefined

const retold = (step: RunMessage, text: string | undefined): RunMessage =>
  text === undefined || !('result' in step) ? step : { ...step, result: text }

/** Every body of the session, in order, with results as `textAt` has them. Built one at a time: together they are large. */
export function* bodiesOf(session: Session, setting: Setting, textAt?: TextAt): Generator<string> {
  const write = writers[setting.dialect]
  const spoken = wordedBy(session.steps, setting.wording)
  const head = JSON.stringify({ model: setting.model, max_tokens: 4_096, ...frameOf(session, setting) }).slice(0, -1)
  const pieces: string[] = []
  const spelled = (step: RunMessage, text: string | undefined): string =>
    write(spoken(retold(step, text)))
      .map(written)
      .join(',')
  for (const [request, end] of session.asked.entries()) {
    const items = session.steps.slice(0, end).map((step, index) => {
      const text = textAt?.(index, request)
      if (text !== undefined) return spelled(step, text)
      pieces[index] ??= spelled(step, undefined)
      return pieces[index] ?? ''
    })
    const last = session.steps[end - 1]
    if (last !== undefined)
      items[end - 1] = write(spoken(retold(last, textAt?.(end - 1, request))))
        .map((message) => written(withMarker(message, setting)))
        .join(',')
    yield `${head},"${routes[setting.dialect].list}":[${items.filter((item) => item !== '').join(',')}]}`
  }
}
