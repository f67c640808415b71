// The client of a made-up session: how it writes what is said, and which of its habits change.

import type { MeasuredDialect } from '../../../../testkit/data/conversation.ts'
import { chanceOf } from '../../sessions/chance.ts'
import type { Acts } from '../shapes/acts.ts'
import { type Conversation, elided, forgotten, inText, newlyInstructed, slid } from '../shapes/conversation.ts'
import { models } from '../shapes/models.ts'
import type { SessionName } from '../shapes/session-name.ts'
import type { Shape } from '../shapes/shape.ts'
import { type Chance, happensBy, pick, whole } from '../shapes/speakers.ts'
import { markings, type Tool, type Writing } from '../shapes/writing.ts'
import { compactedBeyond, otherSettings, otherTools, resultsCleared, thinkingCleared } from './around.ts'
import { habitual, type Say } from './habitual.ts'
import { renamed } from './views.ts'

export interface Client {
  /** The conversation as it sends it. */
  told(conversation: Conversation): Conversation
  /** How it writes its next request to this model, in this conversation. */
  writing(model: string, conversation: Conversation): Writing
  /** From now on, where the act changes that. */
  change(act: keyof Acts | 'go on'): void
}

/** Habits that a shape knows nothing of draw nothing. */
export const clientOf = (
  { number, model: first, lifetime }: SessionName,
  shape: Shape,
  dialect: MeasuredDialect,
  chance: Chance,
  say: Say,
): Client => {
  const happens = happensBy(chance)
  let tools: readonly Tool[] = [{ name: 'bash', description: say.tools() }]
  let marking = pick(chance, shape.markings)
  const isInText = happens(shape.inText)
  const lists = happens(shape.lists)
  const isForgetful = happens(shape.forgets)
  const isBrief = happens(shape.newestInstruction)
  const isUncached = models[first].provider === 'anthropic' && lifetime === 'none'
  const clearing = chanceOf('clearing of thinking', number)
  const isClearing = dialect === 'messages' && shape.clearsThinking > 0 && clearing() < shape.clearsThinking
  let settings: Writing['settings'] = isClearing ? thinkingCleared(clearing) : {}
  if (dialect === 'messages' && happens(shape.clearsResults)) settings = resultsCleared(chance)
  if (dialect !== 'chat-completions' && happens(shape.compactsAt)) settings = compactedBeyond(chance, dialect)
  const elides = happens(shape.elides) ? { newest: whole(chance, [1, 8]), step: whole(chance, [1, 6]) } : undefined
  const slides = happens(shape.slides) ? { newest: whole(chance, [2, 12]), first: chance() < 0.5 } : undefined
  let long: Writing['long'] = { frame: lifetime === '1h' || lifetime === 'mixed', conversation: lifetime === '1h' }
  let reversed = false
  let added = 0
  let named = 0
  const habit = habitual(shape, chance, say)
  return {
    told(conversation) {
      const usual = habit.told(conversation)
      const identified = named === 0 ? usual : renamed(usual, `_${named}`)
      const worded = isInText ? inText(identified) : identified
      const brief = isBrief ? newlyInstructed(worded) : worded
      const told = isForgetful ? forgotten(brief) : brief
      const short = elides === undefined ? told : elided(told, elides.newest, elides.step)
      return slides === undefined ? short : slid(short, slides.newest, slides.first)
    },
    writing: (model, conversation) => ({
      dialect,
      model,
      tools: habit.tools(conversation) ?? tools,
      strings: shape.habits.strings ?? false,
      settings,
      marking: isUncached ? 'none' : marking,
      long,
      reversed,
      lists,
      chance,
    }),
    change(act) {
      if (act === 'reorder') reversed = !reversed
      if (act === 'setting') settings = otherSettings(chance, { dialect, settings })
      if (act === 'rename') named += 1
      if (act === 'mark') marking = pick(chance, markings)
      // A longer lifetime stands before a shorter one.
      if (act === 'live')
        long = { frame: long.conversation || !long.frame, conversation: long.frame && !long.conversation }
      if (act !== 'tools') return
      tools = otherTools(chance, tools, () => {
        added += 1
        return { name: `tool_${added}`, description: say.reminder() }
      })
    },
  }
}
