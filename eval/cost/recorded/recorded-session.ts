// A recording as a session that is played: its requests as they were sent, but for the model that is asked, the time for which its markers
// ask and the pauses between them.

import { countTokens } from '../../../compressor/text/tokens.ts'
import type { CompactionMode } from '../../../core/access/policy.ts'
import type { Compressor } from '../../../core/compressor/compressor.ts'
import { endOf, onlyMember, startOf } from '../../../core/json/read.ts'
import { scanJson } from '../../../core/json/scan.ts'
import { renderings } from '../provider/rendering.ts'
import type { SentRequest } from '../search/client/sent-request.ts'
import type { MadeUpSession } from '../search/client/session.ts'
import { type Lifetime, type ModelName, models } from '../search/shapes/models.ts'
import { plain } from '../search/shapes/shape.ts'
import { chanceOf } from '../sessions/chance.ts'
import { type PauseKind, pauseKinds, timesOf } from '../sessions/session.ts'
import { byUse, type Recording } from './recording.ts'

/** As they were, or made up. */
export const recordedPauses = ['recorded', ...pauseKinds] as const
export type RecordedPauses = 'recorded' | PauseKind

/** Those that are played where none is named, by what the recording speaks. */
export const usualModels = {
  messages: ['sonnet', 'haiku', 'opus'],
  'chat-completions': ['gpt-5.4', 'gpt-5.5', 'gpt-5.6'],
  responses: ['gpt-5.4', 'gpt-5.5', 'gpt-5.6'],
} as const satisfies Record<string, readonly ModelName[]>

export interface PlayedAs {
  readonly model: ModelName
  readonly lifetime: Lifetime
  /** Which of the documented rules the provider keeps to. */
  readonly rule: number
  readonly mode: CompactionMode
  readonly pauses: RecordedPauses
  readonly seed: number
}

/** What stands for each model of the recording: for the one that is asked most in its dialect the one that is played, for each other another. */
const standInsFor = ({ requests, dialect }: Recording, played: ModelName): ReadonlyMap<string, ModelName> => {
  const asked = byUse(requests, ({ model }) => model)
  const main = asked.find(([, [first]]) => first?.dialect === dialect)?.[0]
  const beside = asked.filter(([model]) => model !== main)
  const standIns = beside.map(([model, [first]], index): [string, ModelName] => {
    const others = usualModels[first?.dialect ?? dialect].filter((one) => one !== played)
    return [model, others[index % others.length] ?? played]
  })
  return new Map([...(main === undefined ? [] : [[main, played] as const]), ...standIns])
}

/** Nothing fails, and one cache holds all. */
const asItWent = {
  fails: false,
  breaks: false,
  kills: false,
  goesPast: false,
  leaves: false,
  rounds: 1,
  cache: 0,
  apart: '',
  price: 1,
  conversation: 0,
  act: 'as recorded',
} satisfies Partial<SentRequest>

const withModel = (body: string, model: string): string => {
  const tape = scanJson(body)
  const node = tape === undefined ? undefined : onlyMember(tape, 0, 'model')
  if (tape === undefined || node === undefined) return body
  return `${body.slice(0, startOf(tape, node))}${JSON.stringify(model)}${body.slice(endOf(tape, node))}`
}

const marker = /"cache_control":\s*\{\s*"type":\s*"ephemeral"(?:\s*,\s*"ttl":\s*"\w+")?\s*\}/g
const markerOfAnHour = '"cache_control":{"type":"ephemeral","ttl":"1h"}'

/** Made one at a time: together they are large. */
function* requestsOf(recording: Recording, { model, lifetime, pauses, seed }: PlayedAs): Generator<SentRequest> {
  const { name, requests, calls } = recording
  const standIns = standInsFor(recording, model)
  const asked = requests.map((_, index) => index)
  const times = pauses === 'recorded' ? requests.map(({ at }) => at) : timesOf({ id: name, asked }, seed, pauses)
  for (const [index, { dialect, compacts, model: recorded, body }] of requests.entries()) {
    const standIn = standIns.get(recorded) ?? model
    const renamed = withModel(body, models[standIn].model)
    yield {
      at: times[index] ?? 0,
      model: standIn,
      dialect,
      body: lifetime === '1h' ? renamed.replaceAll(marker, markerOfAnHour) : renamed,
      compacts,
      calls: () => calls[index] ?? 0,
      ...asItWent,
    }
  }
}

/** `compressor`: the engine that ships. */
export const recordedSession = (recording: Recording, as: PlayedAs, compressor: Compressor): MadeUpSession => {
  const { model, lifetime, rule, mode, seed } = as
  const ofProvider = renderings[models[model].provider]
  return {
    name: { number: seed, shape: 'plain', model, lifetime },
    shape: { ...plain, habits: { ...plain.habits, billing: 'taken out' } },
    dialect: recording.dialect,
    mode,
    rules: {},
    count: countTokens,
    rule,
    rendering: ofProvider[rule % ofProvider.length] ?? {},
    deadFrom: Number.POSITIVE_INFINITY,
    compressor,
    chance: chanceOf('recorded', seed),
    waves: function* () {
      for (const request of requestsOf(recording, as)) yield [request]
    },
  }
}
