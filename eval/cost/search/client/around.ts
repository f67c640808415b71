// What a client changes around its conversation: its tools, and how it wants to be answered.

import { defined } from '../../../../core/collections/defined.ts'
import type { MeasuredDialect } from '../../../../testkit/data/conversation.ts'
import { type Chance, pick } from '../../sessions/chance.ts'
import { whole } from '../shapes/speakers.ts'
import type { Tool, Writing } from '../shapes/writing.ts'

/** A tool more, one less, or the same in another order. `next`: one that is new. */
export const otherTools = (chance: Chance, tools: readonly Tool[], next: () => Tool): readonly Tool[] => {
  const how = chance()
  const place = Math.floor(chance() * (tools.length + 1))
  if (how < 0.4 || tools.length < 2) return [...tools.slice(0, place), next(), ...tools.slice(place)]
  if (how < 0.7) return tools.filter(({ name }, index) => name === 'bash' || index !== place)
  return [...tools.slice(1), ...tools.slice(0, 1)]
}

type Values = Readonly<Record<string, readonly unknown[]>>

/** What clients set and change, by dialect; `undefined`: they leave it out. */
const values: Readonly<Record<MeasuredDialect, Values>> = {
  messages: {
    tool_choice: [undefined, { type: 'auto' }, { type: 'any' }],
    thinking: [undefined, { type: 'enabled', budget_tokens: 2_000 }, { type: 'enabled', budget_tokens: 8_000 }],
    output_config: [undefined, { effort: 'low' }, { effort: 'high' }],
    speed: [undefined, 'fast'],
    max_tokens: [1_024, 8_192],
    metadata: [undefined, { user_id: 'one' }, { user_id: 'other' }],
  },
  'chat-completions': {
    tool_choice: [undefined, 'auto', 'required'],
    reasoning_effort: [undefined, 'low', 'high'],
    max_completion_tokens: [undefined, 1_024, 8_192],
    user: [undefined, 'one', 'other'],
  },
  responses: {
    tool_choice: [undefined, 'auto', 'required'],
    reasoning: [undefined, { effort: 'low' }, { effort: 'high' }],
    max_output_tokens: [undefined, 1_024, 8_192],
    metadata: [undefined, { session: 'one' }, { session: 'other' }],
  },
}

const thinkingKept = [undefined, { type: 'thinking_turns', value: 1 }, { type: 'thinking_turns', value: 3 }, 'all']

/** What a client sets that has older thinking cleared. */
export const thinkingCleared = (chance: Chance): Writing['settings'] => {
  const keep = thinkingKept[Math.floor(chance() * thinkingKept.length)]
  const edit = { type: 'clear_thinking_20251015', ...defined({ keep }) }
  return { context_management: { edits: [edit] } }
}

/** What a client sets that has old results cleared beyond a length, or beyond so many calls. */
export const resultsCleared = (chance: Chance): Writing['settings'] => {
  const trigger =
    chance() < 0.7
      ? { type: 'input_tokens', value: whole(chance, [4_000, 80_000]) }
      : { type: 'tool_uses', value: whole(chance, [2, 20]) }
  const keep = chance() < 0.3 ? {} : { keep: { type: 'tool_uses', value: whole(chance, [1, 8]) } }
  const least = chance() < 0.5 ? {} : { clear_at_least: { type: 'input_tokens', value: whole(chance, [200, 20_000]) } }
  return { context_management: { edits: [{ type: 'clear_tool_uses_20250919', trigger, ...keep, ...least }] } }
}

/** What a client sets that has all of it compacted beyond a length. */
export const compactedBeyond = (chance: Chance, dialect: MeasuredDialect): Writing['settings'] => {
  const value = whole(chance, [4_000, 80_000])
  if (dialect === 'responses') return { context_management: [{ type: 'compaction', compact_threshold: value }] }
  return { context_management: { edits: [{ type: 'compact_20260112', trigger: { type: 'input_tokens', value } }] } }
}

/** The same settings with edits of the provider's, or without; chat completions have none. */
export const otherEdits = (
  chance: Chance,
  { dialect, settings }: Pick<Writing, 'dialect' | 'settings'>,
): Writing['settings'] => {
  const { context_management: before, ...rest } = settings
  if (before !== undefined || dialect === 'chat-completions') return rest
  return { ...rest, ...(dialect === 'messages' ? resultsCleared(chance) : compactedBeyond(chance, dialect)) }
}

const retentions = [undefined, 'in_memory', '24h']

/** The same settings with another wish of how long a cache is kept, or with none (developers.openai.com, prompt caching, read 2026-11). */
export const otherRetention = (chance: Chance, settings: Writing['settings']): Writing['settings'] => ({
  ...settings,
  prompt_cache_retention: retentions[Math.floor(chance() * retentions.length)],
})

/** The same settings but for one. */
export const otherSettings = (
  chance: Chance,
  { dialect, settings }: Pick<Writing, 'dialect' | 'settings'>,
): Writing['settings'] => {
  const [name, all] = pick(chance, Object.entries(values[dialect]))
  // What is left out is no value to choose.
  return { ...settings, [name]: all[Math.floor(chance() * all.length)] }
}

const formOf = (member: number): object => ({
  type: 'object',
  properties: { [`answer_${member}`]: { type: 'string' } },
  required: [`answer_${member}`],
})

/** How each dialect asks for answers of one form (platform.claude.com and developers.openai.com, structured outputs, read 2026-11). */
const forms: Readonly<Record<MeasuredDialect, (schema: object) => Writing['settings']>> = {
  messages: (schema) => ({ output_config: { format: { type: 'json_schema', schema } } }),
  'chat-completions': (schema) => ({
    response_format: { type: 'json_schema', json_schema: { name: 'answer', schema } },
  }),
  responses: (schema) => ({ text: { format: { type: 'json_schema', name: 'answer', schema } } }),
}

/** The same settings with another form of the answer: one of four. */
export const otherForm = (
  chance: Chance,
  { dialect, settings }: Pick<Writing, 'dialect' | 'settings'>,
): Writing['settings'] => ({ ...settings, ...forms[dialect](formOf(Math.floor(4 * chance()))) })

/** What requests name that their provider reads before the conversation: skills, servers of tools, variables of a stored prompt. */
const named: Readonly<Record<MeasuredDialect, (which: number) => Writing['settings']>> = {
  messages: (which) => ({ container: { skills: [{ type: 'custom', skill_id: `skill_${which}`, version: 'latest' }] } }),
  'chat-completions': (which) => ({
    web_search_options: { user_location: { approximate: { city: `city ${which}` } } },
  }),
  responses: (which) => ({ prompt: { id: 'pmpt_1', variables: { task: `task ${which}` } } }),
}

/** The same settings with other names of these: one of four. */
export const otherSkills = (
  chance: Chance,
  { dialect, settings }: Pick<Writing, 'dialect' | 'settings'>,
): Writing['settings'] => ({ ...settings, ...named[dialect](Math.floor(4 * chance())) })
