// The search for sessions that the service makes dearer: what it plays is reproducible, and it sees what it looks for.

import { describe, expect, it } from 'vitest'
import { wordsIn } from '../../../core/text/words.ts'
import { breakpointCache, markedCache } from '../../../eval/cost/provider/caches.ts'
import { fileOf } from '../../../eval/cost/provider/named-files.ts'
import { promptReader } from '../../../eval/cost/provider/prompt.ts'
import { madeUpSession } from '../../../eval/cost/search/client/session.ts'
import {
  begunOtherwise,
  floating,
  renamed,
  summed,
  updated,
  withNewestPictures,
} from '../../../eval/cost/search/client/views.ts'
import { readSearchOptions } from '../../../eval/cost/search/options.ts'
import { played } from '../../../eval/cost/search/played/play.ts'
import { namesOf } from '../../../eval/cost/search/search.ts'
import { agentShapes } from '../../../eval/cost/search/shapes/agent-shapes.ts'
import { type Conversation, dropped } from '../../../eval/cost/search/shapes/conversation.ts'
import { modelNames } from '../../../eval/cost/search/shapes/models.ts'
import { usualShapeNames } from '../../../eval/cost/search/shapes/named-shapes.ts'
import type { SessionName } from '../../../eval/cost/search/shapes/session-name.ts'
import { shapeNames } from '../../../eval/cost/search/shapes/shapes.ts'
import { countCheaply, keptOf, textMaker, thinned, worded } from '../../../eval/cost/search/shapes/texts.ts'

const everything = { sessions: 10_000, seed: 1, shapes: shapeNames, models: modelNames }

describe('the names of a search', () => {
  it('have every shape and every model', () => {
    const names = [...namesOf(everything)]
    expect(new Set(names.map(({ shape }) => shape)).size).toBe(shapeNames.length)
    expect(new Set(names.map(({ model }) => model)).size).toBe(modelNames.length)
  })

  it('are narrowed by the command line', () => {
    const options = readSearchOptions([
      '--search',
      '50',
      '--seed',
      '7',
      '--models',
      'haiku,gpt-5.6',
      '--lifetime',
      '1h',
    ])
    const names = [...namesOf(options)]
    expect(names).toHaveLength(50)
    expect(names[0]?.number).toBe(7)
    expect(new Set(names.map(({ model, lifetime }) => `${model} ${lifetime}`))).toEqual(new Set(['haiku 1h']))
    expect(readSearchOptions([]).shapes).toEqual(usualShapeNames)
    expect(readSearchOptions(['--shape', 'dropping']).shapes).toEqual(['dropping'])
    expect(() => readSearchOptions(['--shape', 'round'])).toThrow('There is no "round"')
  })
})

describe('a conversation without one call', () => {
  const call = (id: string) => ({ id, name: 'bash', input: { command: id } })
  const result = (id: string) => ({ id, text: id, failed: false })
  const conversation: Conversation = {
    system: '',
    past: [
      { client: { results: [], said: 'go' }, model: { said: 'two', calls: [call('a'), call('b')] } },
      { client: { results: [result('a'), result('b')] }, model: { said: 'one', calls: [call('c')] } },
      { client: { results: [result('c')] }, model: { said: 'last', calls: [call('d')] } },
    ],
    pending: { results: [result('d')] },
  }

  it('keeps the others of its turn', () => {
    const { past, pending } = dropped(conversation, 'a')
    expect(past.map(({ model }) => model.calls.map(({ id }) => id))).toEqual([['b'], ['c'], ['d']])
    expect(past[1]?.client.results).toEqual([result('b')])
    expect(pending).toBe(conversation.pending)
  })

  it('loses the turns of which nothing else is left', () => {
    const { past } = dropped(conversation, 'c')
    expect(past.map(({ client, model }) => [client.results.length, model.said])).toEqual([
      [0, 'two'],
      [2, 'last'],
    ])
  })

  it('is as it was where no call is answered', () => {
    expect(dropped(conversation, undefined)).toEqual(conversation)
  })
})

describe('a conversation as agents send it', () => {
  const call = (id: string) => ({ id, name: 'bash', input: { command: id } })
  const seen = (id: string) => ({ id, text: id, failed: false, image: `picture ${id}` })
  const conversation: Conversation = {
    system: '',
    past: [
      { client: { results: [], said: 'go' }, model: { said: 'first', calls: [call('a')] } },
      { client: { results: [seen('a')] }, model: { said: 'second', calls: [call('b')] } },
    ],
    pending: { results: [seen('b')] },
  }

  it('has words that stand in one turn', () => {
    expect(floating(conversation, 2, 'open files').pending.said).toBe('open files')
    const { past, pending } = floating(conversation, 0, 'open files')
    expect(past[0]?.client.said).toBe('open files\ngo')
    expect(pending).toBe(conversation.pending)
  })

  it('has its newest pictures, and loses the others so many at a time', () => {
    const pictures = (newest: number, step: number): (string | undefined)[] => {
      const { past, pending } = withNewestPictures(conversation, newest, step)
      return [past[1]?.client.results[0]?.image, pending.results[0]?.image]
    }
    expect(pictures(1, 1)).toEqual([undefined, 'picture b'])
    expect(pictures(1, 2)).toEqual(['picture a', 'picture b'])
    expect(pictures(2, 1)).toEqual(['picture a', 'picture b'])
  })

  it('has other ids, of calls and of what answers them', () => {
    const { past, pending } = renamed(conversation, '_1')
    expect(past.map(({ model }) => model.calls.map(({ id }) => id))).toEqual([['a_1'], ['b_1']])
    expect([past[1]?.client.results[0]?.id, pending.results[0]?.id]).toEqual(['a_1', 'b_1'])
  })

  it('goes on from a summary and its newest turns, without results whose calls have gone', () => {
    expect(summed(conversation, 0, 'summary')).toMatchObject({ past: [], pending: { results: [], said: 'summary' } })
    const { past, pending } = summed(conversation, 1, 'summary')
    expect(past).toEqual([{ ...conversation.past[1], client: { results: [], said: 'summary' } }])
    expect(pending).toBe(conversation.pending)
  })

  it('has another text in one result, or in its first turn', () => {
    expect(updated(conversation, 'a', 'done').past[1]?.client.results[0]?.text).toBe('done')
    expect(updated(conversation, undefined, 'done')).toEqual(conversation)
    expect(begunOtherwise(conversation, 'today').past[0]?.client.said).toBe('today')
    expect(begunOtherwise({ ...conversation, past: [] }, 'today').pending).toBe(conversation.pending)
  })
})

describe('a made-up session', () => {
  const name: SessionName = { number: 3, shape: 'all at once', model: 'haiku', lifetime: 'mixed' }
  const bodies = (): string[] => [...madeUpSession(name).waves()].flat().map(({ body }) => body)

  it('is the same every time', () => {
    expect(bodies()).toEqual(bodies())
    expect(bodies().length).toBeGreaterThan(1)
  })

  it.each(Object.keys(agentShapes) as (keyof typeof agentShapes)[])(
    'is the same every time, and costs the same when the account is off: %s',
    async (shape) => {
      const session = { ...madeUpSession({ ...name, shape, model: 'sonnet' }), mode: 'off' as const }
      const costs = (await played(session)).map(({ ours, direct }) => [ours, direct])
      expect(costs.map(([ours]) => ours)).toEqual(costs.map(([, direct]) => direct))
      const again = await played({ ...madeUpSession({ ...name, shape, model: 'sonnet' }), mode: 'off' })
      expect(again.map(({ ours }) => ours)).toEqual(costs.map(([ours]) => ours))
    },
  )

  it('costs the same both times when the account is off', async () => {
    for (const paid of await played({ ...madeUpSession(name), mode: 'off' })) expect(paid.ours).toBe(paid.direct)
  })
})

describe('made-up texts', () => {
  it('say what an engine keeps of them', () => {
    const texts = textMaker()
    const result = texts.result(2_000, 0.3)
    const kept = (keptOf(result) ?? []).reduce((sum, [start, end]) => sum + end - start, 0)
    expect(kept / result.length).toBeCloseTo(0.3, 1)
    expect(keptOf(texts.result(2_000, 1))).toBeUndefined()
    expect(JSON.parse(texts.jsonResult(2_000, 0.5, 0.4))).toHaveProperty('text')
  })

  it('have no fewer tokens than pieces that no tokenizer joins', () => {
    for (const spell of [
      (text: string): string => text,
      (text: string): string => thinned(text, 0.4),
      (text: string): string => thinned(text, 0.12),
      (text: string): string => worded(text, 0.2, 1),
      (text: string): string => worded(text, 0.4, 1.5),
    ]) {
      const texts = textMaker({ said: spell, result: spell })
      const made = [texts.prose(900), texts.result(900, 0.4), texts.jsonResult(900, 0.4, 0.3), texts.record(900, 0.4)]
      for (const text of made) expect(wordsIn(text)).toBeLessThanOrEqual(countCheaply(text))
    }
  })
})

describe('documented rules that differ', () => {
  const read = promptReader(countCheaply)
  const request = (results: number): string =>
    JSON.stringify({
      model: 'claude-sonnet-4-5',
      cache_control: { type: 'ephemeral' },
      messages: Array.from({ length: results }, (_, index) => ({
        role: 'user',
        content: [{ type: 'text', text: `${index} ${'word '.repeat(400)}` }],
      })),
    })

  it('read from every block, or only where a request ended', () => {
    const atEnds = markedCache({ leastTokens: 1_024 })
    const everywhere = markedCache({ leastTokens: 1_024, everyBlock: true })
    for (const cache of [atEnds, everywhere]) cache(read(request(3)), 0)
    const shorter = read(request(2))
    expect(atEnds(shorter, 1).read).toBe(0)
    expect(everywhere(shorter, 1).read).toBeGreaterThan(0)
  })

  it('read from the end of any earlier request, however far back', () => {
    const cache = breakpointCache({ lifetime: 60_000, writesReported: true })
    const { written } = cache(read(request(2)), 0)
    expect(cache(read(request(60)), 1).read).toBe(written)
    expect(cache(read(request(1)), 2).read).toBe(0)
  })

  it('count a file that a request names, and read a text whether it is a string or a block', () => {
    const body = (content: unknown): string =>
      JSON.stringify({ model: 'claude-sonnet-4-5', system: 'a', messages: [{ role: 'user', content }] })
    const tokens = (content: unknown): number =>
      read(body(content)).blocks.reduce((sum, block) => sum + block.tokens, 0)
    expect(tokens([{ type: 'document', source: { type: 'file', file_id: fileOf(900, 1) } }])).toBe(900)
    expect(tokens([{ type: 'input_file', file_id: fileOf(900, 1) }])).toBe(900)
    const blocks = (content: unknown) => read(body(content)).blocks.at(-1)
    expect(blocks('said')).toEqual(blocks([{ type: 'text', text: 'said' }]))
  })
})
