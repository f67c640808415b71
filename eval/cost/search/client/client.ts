// The client of a made-up session: how it writes what is said, and which of its habits change.

import type { MeasuredDialect } from '../../../../testkit/data/conversation.ts'
import { billingHeader } from '../../provider/rendering.ts'
import { type Chance, chanceOf, pick } from '../../sessions/chance.ts'
import type { Acts } from '../shapes/acts.ts'
import { type Conversation, elided, forgotten, inText, newlyInstructed, slid } from '../shapes/conversation.ts'
import type { Habits } from '../shapes/habits.ts'
import { type ModelName, models, type SimulatedModel, type Tier } from '../shapes/models.ts'
import type { SessionName } from '../shapes/session-name.ts'
import type { Shape } from '../shapes/shape.ts'
import { happensBy, whole } from '../shapes/speakers.ts'
import { markings, systemNames, type Tool, type Writing } from '../shapes/writing.ts'
import { addressed } from './addresses.ts'
import {
  compactedBeyond,
  otherEdits,
  otherForm,
  otherRetention,
  otherSettings,
  otherSkills,
  otherTools,
  resultsCleared,
  thinkingCleared,
} from './around.ts'
import { habitual, type Say } from './habitual.ts'
import { connected, dated } from './servers.ts'
import { renamed } from './views.ts'

export interface Client {
  /** The conversation as it sends it. */
  told(conversation: Conversation): Conversation
  /** How it writes its next request to this model, in this conversation. */
  writing(model: ModelName, conversation: Conversation): Writing
  /** What it asks of this model beside that, and what tells the cache apart that it meets with it. */
  tier(model: ModelName): Tier & { readonly apart: string }
  /** From now on, where the act changes that. */
  change(act: keyof Acts | 'go on'): void
}

/** How the habits of a shape have messages spelled. Claude Code begins its system text with what tells one request from another. */
const spelling = (
  { strings, references, billing, markedChat, marksInstructions, reasons }: Habits,
  { past }: Conversation,
): Pick<Writing, 'strings' | 'references' | 'billing' | 'marksChat' | 'marksInstructions' | 'reasons'> => ({
  strings: strings === true,
  references: references === true,
  marksChat: markedChat === true,
  marksInstructions: marksInstructions === true,
  reasons: reasons === true,
  billing: billing === undefined ? undefined : `${billingHeader}: cc_version=2.1.197; cch=${past.length};`,
})

/** Only the dialects of OpenAI are spoken to the same models. */
const otherOfOpenai = {
  messages: 'messages',
  'chat-completions': 'responses',
  responses: 'chat-completions',
} as const satisfies Record<MeasuredDialect, MeasuredDialect>

/** What the client spells in one of two ways until an act turns that over. */
const turningSpelling = (first: MeasuredDialect) => {
  let dialect = first
  let [reversed, grouped, escapes, fractions] = [false, true, false, false]
  let named = 0
  return {
    now: (): Pick<Writing, 'dialect' | 'reversed' | 'grouped' | 'escapes' | 'fractions' | 'systemAs'> => ({
      dialect,
      systemAs: systemNames[named % systemNames.length] ?? 'usual',
      reversed,
      grouped,
      escapes,
      fractions,
    }),
    change(act: keyof Acts | 'go on'): void {
      if (act === 'reorder' || act === 'release') reversed = !reversed
      if (act === 'regroup') grouped = !grouped
      if (act === 'escape') escapes = !escapes
      if (act === 'numbers') fractions = !fractions
      if (act === 'speak') dialect = otherOfOpenai[dialect]
      if (act === 'entitle') named += 1
    },
  }
}

/** What the client calls its calls and its pictures, until an act renews that. */
const turningNames = ({ addresses, uploads }: Habits) => {
  let [renewed, signature] = [0, 0]
  let isStored = addresses === true
  return {
    told(conversation: Conversation): Conversation {
      const seen = isStored ? addressed(conversation, signature) : conversation
      return renewed === 0 ? seen : renamed(seen, `_${renewed}`)
    },
    change(act: keyof Acts | 'go on'): void {
      if (act === 'rename') renewed += 1
      if (act === 'sign') signature += 1
      if (act === 'upload' && uploads === true) isStored = !isStored
    },
  }
}

/** By which of its names a model is asked, and how it is to be served, until an act changes that. */
const askedFor = (number: number, chance: Chance, keysCache: boolean) => {
  const keys = chanceOf('cache keys', number)
  let [cacheKey, keyed] = [1, 1]
  let isOtherName = false
  let tierAt = 0
  /** Whether names of one model have a cache each, and how it is served has: neither is documented. */
  const areApart = chanceOf('apart', number)() < 0.5
  const spelled = (of: ModelName): string => {
    const { model, otherName = model }: SimulatedModel = models[of]
    return isOtherName ? otherName : model
  }
  const tierOf = (of: ModelName): Tier => {
    const { tiers = [] }: SimulatedModel = models[of]
    return tiers[Math.floor(tierAt * tiers.length)] ?? { settings: {}, price: 1 }
  }
  return {
    spelled,
    tier(model: ModelName): Tier & { readonly apart: string } {
      const { price, settings } = tierOf(model)
      const tier: Tier = {
        price,
        settings: { ...settings, ...(keysCache ? { prompt_cache_key: `key ${cacheKey}` } : {}) },
      }
      return { ...tier, apart: areApart ? `${spelled(model)} ${JSON.stringify(tier.settings)}` : '' }
    },
    change(act: keyof Acts | 'go on'): void {
      if (act === 'otherName' || act === 'release') isOtherName = !isOtherName
      if (act === 'tier') tierAt = chance()
      if (act !== 'rekey') return
      // One of those before, or a new one.
      cacheKey = keys() < 0.5 ? 1 + Math.floor(keyed * keys()) : keyed + 1
      keyed = Math.max(keyed, cacheKey)
    },
  }
}

/** Habits that a shape knows nothing of draw nothing. */
export const clientOf = (
  { number, model: first, lifetime }: SessionName,
  shape: Shape,
  dialect: MeasuredDialect,
  chance: Chance,
  say: Say,
  /** What its servers list at first; absent: one tool. */
  listed?: readonly Tool[],
): Client => {
  const happens = happensBy(chance)
  let tools: readonly Tool[] = listed ?? [{ name: 'bash', description: say.tools() }]
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
  if (shape.habits.retains === true && dialect !== 'messages') settings = otherRetention(chance, settings)
  if (shape.habits.window !== undefined && dialect === 'responses') settings = { ...settings, truncation: 'auto' }
  const elides = happens(shape.elides) ? { newest: whole(chance, [1, 8]), step: whole(chance, [1, 6]) } : undefined
  const slides = happens(shape.slides) ? { newest: whole(chance, [2, 12]), first: chance() < 0.5 } : undefined
  let long: Writing['long'] = { frame: lifetime === '1h' || lifetime === 'mixed', conversation: lifetime === '1h' }
  if (shape.habits.olderForLonger === true && !isUncached) long = { frame: true, conversation: false, older: true }
  const spelt = turningSpelling(dialect)
  const deferred = shape.habits.defers === true ? { defer_loading: true as const } : {}
  const asked = askedFor(number, chance, shape.habits.keysCache === true && dialect !== 'messages')
  let added = 0
  const names = turningNames(shape.habits)
  const habit = habitual(shape, chance, say)
  return {
    told(conversation) {
      const named = names.told(habit.told(conversation))
      const worded = isInText ? inText(named, shape.habits.listsCalls) : named
      const brief = isBrief ? newlyInstructed(worded) : worded
      const told = isForgetful ? forgotten(brief) : brief
      const short = elides === undefined ? told : elided(told, elides.newest, elides.step)
      return slides === undefined ? short : slid(short, slides.newest, slides.first)
    },
    writing: (model, conversation) => ({
      model: asked.spelled(model),
      tools: habit.tools(conversation) ?? tools,
      ...spelling(shape.habits, conversation),
      settings: { ...settings, ...asked.tier(model).settings },
      volatile: habit.volatile(conversation),
      marking: isUncached ? 'none' : marking,
      long,
      ...spelt.now(),
      lists: lists || shape.habits.markedChat === true,
      chance,
    }),
    tier: asked.tier,
    change(act) {
      asked.change(act)
      spelt.change(act)
      names.change(act)
      if (act === 'edits') settings = otherEdits(chance, { dialect, settings })
      if (act === 'schema') settings = otherForm(chance, { dialect, settings })
      if (act === 'skill') settings = otherSkills(chance, { dialect, settings })
      if (act === 'setting' || act === 'release') settings = otherSettings(chance, { dialect, settings })
      if (act === 'retain' && dialect !== 'messages') settings = otherRetention(chance, settings)
      if (act === 'mark') marking = pick(chance, markings)
      // A longer lifetime stands before a shorter one.
      if (act === 'live')
        long = { frame: long.conversation || !long.frame, conversation: long.frame && !long.conversation }
      if (act !== 'tools' && act !== 'release') return
      const next = (): Tool => {
        added += 1
        return { name: `tool_${added}`, description: say.reminder(), ...deferred }
      }
      const { servers } = shape.habits
      if (servers === 'dated') {
        added += 1
        tools = dated(chance, tools, added)
      } else tools = servers === 'connect' ? connected(chance, tools, next) : otherTools(chance, tools, next)
    },
  }
}
