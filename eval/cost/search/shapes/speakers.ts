// Writes what the client and the model of a made-up session say, by its shape.

import { fileOf } from '../../provider/named-files.ts'
import { type Chance, pick } from '../../sessions/chance.ts'
import type { ClientTurn, ModelTurn } from './conversation.ts'
import type { Range } from './range.ts'
import type { Shape } from './shape.ts'
import { textMaker, thinned, worded } from './texts.ts'

/** From a range in which each scale is as likely as another. */
export const within = (chance: Chance, [from, to]: readonly [number, number]): number => from * (to / from) ** chance()
export const whole = (chance: Chance, range: readonly [number, number]): number => Math.round(within(chance, range))

/** How the texts of a session are spelled. */
const spellingOf = (chance: Chance, { density, words }: Shape): Parameters<typeof textMaker>[0] => {
  if (words !== undefined) {
    const [common, tokens] = [within(chance, words.density), within(chance, words.tokens)]
    return {
      said: (text) => worded(text, common, tokens),
      result: (text) => worded(text, common * within(chance, words.denser), tokens * within(chance, [1, 1.5])),
    }
  }
  if (density === undefined) return undefined
  const thin = (text: string): string => thinned(text, within(chance, density))
  return { said: thin, result: thin }
}

/** How the ids of calls begin that ask the same each time. */
const poll = 'poll_'

/** What a shape has none of draws nothing. */
export const happensBy =
  (chance: Chance) =>
  (share: number): boolean =>
    share > 0 && chance() < share

/** Writes what tools give. */
const toolOutputs = (chance: Chance, shape: Shape, texts: ReturnType<typeof textMaker>) => {
  const said: string[] = []
  const resultText = (): string => {
    const tokens = within(chance, shape.resultTokens)
    const keeps = chance() < shape.abstained ? 1 : within(chance, shape.keeps)
    if (shape.repeats > 0 && chance() < shape.repeats) {
      const text = texts.lines(tokens, keeps, said.length === 0 ? '' : pick(chance, said))
      // Without the words that tell the engine what to keep.
      said.push(text.slice(text.indexOf('\n') + 1))
      return text
    }
    if (shape.records === 'bare') return texts.record(tokens, keeps)
    if (shape.records === 'enveloped') return JSON.stringify([{ type: 'text', text: texts.record(tokens, keeps) }])
    return chance() < shape.json ? texts.jsonResult(tokens, keeps, 0.6 * chance()) : texts.result(tokens, keeps)
  }
  let status: string | undefined
  /** The same as before, half of the time. */
  const statusText = (): string => {
    if (status === undefined || chance() < 0.5) status = resultText()
    return status
  }
  const results = new Map<string, string>()
  /** What a call gives, half of the time the same in every conversation where the script makes it. */
  const resultOf = (id: string): string => {
    if (id.startsWith(poll)) return statusText()
    if (shape.scripted === 0 || chance() < 0.5) return resultText()
    const text = results.get(id) ?? resultText()
    results.set(id, text)
    return text
  }
  return { resultText, resultOf }
}

/** Names files of the provider's, as often as the shape says. */
const fileNamer = (chance: Chance, { habits: { files } }: Shape) => {
  const happens = happensBy(chance)
  let named = 0
  return (): { readonly file?: string } => {
    if (files === undefined || !happens(files.share)) return {}
    named += 1
    return { file: fileOf(whole(chance, files.tokens), named) }
  }
}

/** Writes what client and model say. */
export const speakers = (chance: Chance, shape: Shape) => {
  const texts = textMaker(spellingOf(chance, shape))
  const happens = happensBy(chance)
  const always = shape.sameInstruction ? texts.prose(within(chance, [20, 2_000])) : undefined
  const instruction = (): string => always ?? texts.prose(60)
  const { resultText, resultOf } = toolOutputs(chance, shape, texts)
  const file = fileNamer(chance, shape)
  const { polls = 0, runs = 0 } = shape.habits
  let calls = 0
  const image = (): string => `iVBORw0KGgo${texts.noise(whole(chance, [2_000, 60_000]))}`
  const beside = (): Omit<ClientTurn, 'results' | 'said'> => ({
    ...(happens(shape.images) ? { image: image() } : {}),
    ...(happens(shape.documents) ? { document: texts.prose(within(chance, [100, 4_000])) } : {}),
    ...(happens(shape.more) ? { more: [texts.prose(40), ''].slice(0, 1 + Math.floor(2 * chance())) } : {}),
    ...(happens(shape.instructions) ? { instruction: instruction() } : {}),
    ...(happens(shape.prefills) ? { prefill: texts.prose(20) } : {}),
    ...file(),
  })
  const userTurn = (): ClientTurn => ({
    results: [],
    said: texts.prose(within(chance, shape.saidTokens)),
    ...beside(),
  })
  const scripted = (turn: number): ModelTurn => {
    const call = { id: `step_${turn}`, name: 'bash', input: { command: `run step ${turn}` } }
    return { said: '', calls: [call] }
  }
  /** Asks what it asks whenever it waits for something. */
  const polling = (): ModelTurn => {
    calls += 1
    return { said: '', calls: [{ id: `${poll}${calls}`, name: 'bash', input: { command: 'check the status' } }] }
  }
  return {
    image,
    system: () => texts.prose(within(chance, shape.system)),
    reminder: () => texts.prose(40),
    words: (tokens: Range) => texts.prose(within(chance, tokens)),
    result: resultText,
    tools: () => texts.prose(within(chance, shape.tools)),
    userTurn,
    /** `turn`: how many turns the model has had. */
    modelTurn: (turn: number): ModelTurn => {
      if (happens(shape.scripted)) return scripted(turn)
      if (happens(polls)) return polling()
      const count = chance() < 0.08 ? 0 : whole(chance, shape.calls)
      return {
        said: count > 0 && happens(shape.silent) ? '' : texts.prose(within(chance, shape.saidTokens)),
        ...(happens(shape.thinks) ? { thought: texts.prose(within(chance, [40, 2_000])) } : {}),
        ...(happens(runs) ? { ran: resultText() } : {}),
        calls: Array.from({ length: count }, () => {
          calls += 1
          const command = chance() < shape.reads ? `cat src/file${Math.floor(chance() * 8)}.ts` : `run ${calls}`
          return { id: `call_${calls}`, name: 'bash', input: { command } }
        }),
      }
    },
    clientTurn: ({ calls: asked }: ModelTurn): ClientTurn => {
      const results = asked.map(({ id }) => ({
        id,
        text: resultOf(id),
        failed: chance() < shape.errors,
        ...(happens(shape.images) ? { image: image() } : {}),
        ...file(),
      }))
      if (results.length === 0 || chance() < 0.03) return { ...userTurn(), results }
      return happens(shape.instructions) ? { results, instruction: instruction() } : { results }
    },
  }
}
