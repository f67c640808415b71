// One made-up session: requests in the order in which they are sent, those that overlap together. The same number, shape,
// model and lifetime make the same session.

import { type CompactionMode, type CompactionPolicy, fileReadRules } from '../../../../core/access/policy.ts'
import type { Compressor } from '../../../../core/compressor/compressor.ts'
import type { MeasuredDialect } from '../../../../testkit/data/conversation.ts'
import { type Rendering, renderings } from '../../provider/rendering.ts'
import { type Chance, chanceOf, pick } from '../../sessions/chance.ts'
import { models } from '../shapes/models.ts'
import type { SessionName } from '../shapes/session-name.ts'
import type { Shape } from '../shapes/shape.ts'
import { shapes } from '../shapes/shapes.ts'
import { within } from '../shapes/speakers.ts'
import { countAt, countCheaply } from '../shapes/texts.ts'
import type { SentRequest } from './sent-request.ts'
import { sessionWaves } from './session-waves.ts'

export interface MadeUpSession {
  readonly name: SessionName
  readonly shape: Shape
  readonly dialect: MeasuredDialect
  readonly mode: CompactionMode
  /** What else its account's policy says. */
  readonly rules: Pick<CompactionPolicy, 'fileReads' | 'observations'>
  /** Tokens of a text, as the provider counts. */
  readonly count: (text: string) => number
  /** Which of the documented rules the provider keeps to. */
  readonly rule: number
  readonly rendering: Rendering
  /** The compressor answers no more from this request on. */
  readonly deadFrom: number
  /** Absent: one that reads what it is to keep from the made-up texts. */
  readonly compressor?: Compressor
  readonly chance: () => number
  /** Requests that overlap are in one wave. */
  readonly waves: () => Generator<readonly SentRequest[]>
}

const countOf = (name: SessionName, { tokenRates }: Shape): ((text: string) => number) => {
  if (tokenRates === undefined) return countCheaply
  const chance = chanceOf('token rates', name.number)
  const rate = (): number => within(chance, tokenRates)
  return countAt({ said: rate(), results: rate(), json: rate() })
}

/** What the other dialect of OpenAI does not have. */
const isOfResponses = ({ acts, habits }: Shape): boolean =>
  acts.compact > 0.1 || habits.continues !== undefined || habits.references === true || habits.window !== undefined

/** The session of this name. */
export const madeUpSession = (name: SessionName): MadeUpSession => {
  const chance = chanceOf('session', name.number, name.shape, name.model, name.lifetime)
  const make: (chance: Chance) => Shape = shapes[name.shape]
  const shape = make(chance)
  const { dialects, caches, provider } = models[name.model]
  const asked = pick<MeasuredDialect>(chance, isOfResponses(shape) && dialects.length > 1 ? ['responses'] : dialects)
  const isChat = shape.habits.markedChat === true || (shape.habits.reasons === true && asked === 'responses')
  const dialect = isChat ? 'chat-completions' : asked
  return {
    name,
    shape,
    dialect,
    mode: chance() < 0.75 ? 'repeated' : 'arrival',
    rules:
      shape.repeats > 0 || shape.inText > 0
        ? { fileReads: pick(chance, fileReadRules), observations: chance() < 0.7 ? 'results' : 'keep' }
        : {},
    count: countOf(name, shape),
    rule: Math.floor(chance() * caches.length),
    rendering: pick(chanceOf('rendering', name.number), renderings[provider]),
    deadFrom: chance() < shape.dead ? Math.floor(chance() * 6) : Number.POSITIVE_INFINITY,
    chance,
    waves: () => sessionWaves(name, shape, dialect, chance),
  }
}
