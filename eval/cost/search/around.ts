// What a client changes around its conversation: its tools, and how it wants to be answered.

import type { MeasuredDialect } from '../../../testkit/data/conversation.ts'
import { type Chance, pick } from './speakers.ts'
import type { Tool, Writing } from './writing.ts'

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
  const edit = { type: 'clear_thinking_20251015', ...(keep === undefined ? {} : { keep }) }
  return { context_management: { edits: [edit] } }
}

/** The same settings but for one. */
export const otherSettings = (
  chance: Chance,
  { dialect, settings }: Pick<Writing, 'dialect' | 'settings'>,
): Writing['settings'] => {
  const [name, all] = pick(chance, Object.entries(values[dialect]))
  // What is left out is no value to choose.
  return { ...settings, [name]: all[Math.floor(chance() * all.length)] }
}
