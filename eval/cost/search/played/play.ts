// Plays a made-up session twice: through the real pipeline over stores in memory, and with nothing between the client and the
// provider. Says what each request cost both times, and what the receipts claim.

import type { CachedInput } from '../../provider/caches.ts'
import { promptReader } from '../../provider/prompt.ts'
import type { Rendering } from '../../provider/rendering.ts'
import { chanceOf } from '../../sessions/chance.ts'
import type { SentRequest } from '../client/sent-request.ts'
import type { MadeUpSession } from '../client/session.ts'
import { whole } from '../shapes/speakers.ts'
import { providerOf } from './provider.ts'
import { type Finish, type Front, serviceOf } from './service.ts'

/** One request as it was paid for both times, in effective tokens. */
export interface PaidRequest {
  readonly sent: Omit<SentRequest, 'body'>
  readonly ours: number
  readonly direct: number
  readonly oursInput: CachedInput
  readonly directInput: CachedInput
  /** What the receipt says was saved, in effective tokens at what the request was charged, and whether it says that it is an estimate. */
  readonly claimed: number
  readonly estimated: boolean
  readonly outcome: string
}

/** Who goes on at once does so within a minute of the request before. */
const mostHastyMs = 60_000

interface Begun {
  readonly sent: SentRequest
  readonly finish: Finish
}

const atOf = (wave: readonly SentRequest[]): number => wave[0]?.at ?? Number.NEGATIVE_INFINITY

/** How many tokens its provider holds of a request that says so. */
const windowOf = ({ shape: { habits }, name }: MadeUpSession): Pick<Rendering, 'window'> =>
  habits.window === undefined ? {} : { window: whole(chanceOf('window', name.number), habits.window) }

/** What becomes of thinking in chat completions, where clients tell of it. */
const reasoningRead = ({ shape: { habits, surroundings } }: MadeUpSession): Partial<Rendering> => ({
  reasons: habits.reasons === true,
  ...(surroundings.forgetsReasoning === true ? { forgetsThinking: /./, thinkingTurns: 'answers' } : {}),
})

const askedMembers = ['response_format', 'text', 'output_config', 'container', 'prompt', 'web_search_options']

/** What stands before all else, where the provider reads what is asked beside the conversation. */
const askedRead = ({ shape: { surroundings }, rendering: { tools = [] } }: MadeUpSession): Partial<Rendering> =>
  surroundings.readsAsked === true ? { tools: [...tools, ...askedMembers] } : {}

/** What every request of the session cost, with and without the service. Throws an error when the pipeline refuses one. */
export const played = async (session: MadeUpSession, front?: Front): Promise<PaidRequest[]> => {
  // Most of what arrives with the service in between is what was sent, and is read once.
  const read = promptReader(session.count, {
    ...session.rendering,
    withoutBilling: session.shape.habits.billing === 'taken out',
    withoutIds: session.shape.surroundings.readsNoIds === true,
    plainTexts: session.shape.surroundings.plainTexts === true,
    oneSystem: session.shape.surroundings.oneSystem === true,
    skipsEmpty: session.shape.surroundings.skipsEmpty === true,
    joinsTexts: session.shape.surroundings.joinsTexts === true,
    withoutSignatures: session.shape.surroundings.seesPictures === true,
    ...reasoningRead(session),
    ...askedRead(session),
    ...windowOf(session),
  })
  const service = serviceOf(session, read, front)
  const direct = providerOf(session, read)
  const chance = chanceOf('haste', session.name.number)
  const paid: PaidRequest[] = []
  const settle = async (begun: readonly Begun[]): Promise<void> => {
    for (const { sent, finish } of begun) {
      const answered = await finish()
      if (answered === undefined) {
        if (sent.takenIn !== undefined) direct(sent.body, sent)
        continue
      }
      const { input, cost, price, receipt } = answered
      const without = direct(sent.body, sent)
      const { body: _, ...rest } = sent
      paid.push({
        sent: rest,
        ours: cost,
        direct: without.cost,
        oursInput: input,
        directInput: without.input,
        claimed: price * ((receipt?.effectiveTokensBefore ?? 0) - (receipt?.effectiveTokensAfter ?? 0)),
        // Nobody was told what was used.
        estimated: receipt?.estimated === true || sent.breaks || sent.kills,
        outcome: receipt?.reason ?? receipt?.outcome ?? (sent.goesPast ? 'past the service' : 'killed'),
      })
    }
  }
  let unsettled: readonly Begun[] = []
  for (const wave of session.waves()) {
    const isHasty = chance() < session.shape.hasty && atOf(wave) - atOf(unsettled.map(({ sent }) => sent)) < mostHastyMs
    if (!isHasty) await settle(unsettled)
    const begun: Begun[] = []
    if (session.shape.surroundings.seenLate === undefined)
      for (const sent of wave) begun.push({ sent, finish: await service.begin(sent) })
    else begun.push(...(await Promise.all(wave.map(async (sent) => ({ sent, finish: await service.begin(sent) })))))
    if (isHasty) await settle(unsettled)
    unsettled = begun
  }
  await settle(unsettled)
  return paid
}
