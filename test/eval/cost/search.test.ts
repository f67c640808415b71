// The search for sessions that the service makes dearer: what it plays is reproducible, and it sees what it looks for.

import { describe, expect, it } from 'vitest'
import { breakpointCache, markedCache } from '../../../eval/cost/provider/caches.ts'
import { promptReader } from '../../../eval/cost/provider/prompt.ts'
import { type Conversation, dropped } from '../../../eval/cost/search/conversation.ts'
import { modelNames } from '../../../eval/cost/search/models.ts'
import { readSearchOptions } from '../../../eval/cost/search/options.ts'
import { played } from '../../../eval/cost/search/play.ts'
import { namesOf } from '../../../eval/cost/search/search.ts'
import { madeUpSession } from '../../../eval/cost/search/session.ts'
import type { SessionName } from '../../../eval/cost/search/session-name.ts'
import { shapeNames, usualShapeNames } from '../../../eval/cost/search/shapes.ts'
import { countCheaply, keptOf, textMaker } from '../../../eval/cost/search/texts.ts'

const everything = { sessions: 2_000, seed: 1, shapes: shapeNames, models: modelNames }

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

describe('a made-up session', () => {
  const name: SessionName = { number: 3, shape: 'all at once', model: 'haiku', lifetime: 'mixed' }
  const bodies = (): string[] => [...madeUpSession(name).waves()].flat().map(({ body }) => body)

  it('is the same every time', () => {
    expect(bodies()).toEqual(bodies())
    expect(bodies().length).toBeGreaterThan(1)
  })

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
})
