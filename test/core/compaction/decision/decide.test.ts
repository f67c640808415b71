import { describe, expect, it } from 'vitest'
import { type JudgedWhen, judgedBehind, proxiedBudgets } from '../../../../core/compaction/decision/budgets.ts'
import { decide, notAsked, questionAbout, versionOf } from '../../../../core/compaction/decision/decide.ts'
import { decisionMemory } from '../../../../core/compaction/decision/memory.ts'
import type { Compressor } from '../../../../core/compressor/compressor.ts'
import type { CompressionRequest } from '../../../../core/compressor/contract.ts'
import { dialects } from '../../../../core/dialects/registry.ts'
import { read } from '../../dialects/reading.ts'

/** Keeps as many characters of a text as a tenth of its budget says. */
const compressor = (asked: CompressionRequest[]): Compressor => ({
  available: [],
  compress: async (request) => {
    asked.push(request)
    return {
      engine_version: 'adeline-0',
      results: request.texts.map((text) => ({
        kept: [[0, 1 + Math.round(10 * (request.budget ?? 0))]],
        tokens_before: text.length,
        tokens_after: 1,
        rate_reached: 0.9,
        floor_reached: false,
      })),
    }
  },
})

const signal = new AbortController().signal

describe('the texts of a request', () => {
  it('are asked about in one call for each budget, and the newest first, and answered in their order', async () => {
    const asked: CompressionRequest[] = []
    const asking = {
      compressor: compressor(asked),
      memory: decisionMemory(),
      owner: 'acme',
      parameters: { engine: 'adeline-1' },
      mode: 'arrival' as const,
      pause: async () => {},
    }
    const questions = [
      { text: 'a'.repeat(20), budget: 0.5 },
      { text: 'b'.repeat(20), budget: 0.7 },
      { text: 'c'.repeat(20), budget: 0.5 },
      { text: 'd'.repeat(20) },
      { text: 'a'.repeat(20), budget: 0.7 },
    ]
    const { decisions } = await decide(questions, asking, signal)
    expect(asked.map(({ budget, texts }) => [budget, texts.map((text) => text[0]).join('')])).toEqual([
      [0.7, 'ab'],
      [undefined, 'd'],
      [0.5, 'ca'],
    ])
    expect(decisions.map((one) => (typeof one === 'object' ? [...(one.kept ?? [])] : one))).toEqual([
      [[0, 6]],
      [[0, 8]],
      [[0, 6]],
      [[0, 1]],
      [[0, 8]],
    ])
    await decide(questions, asking, signal)
    expect(asked).toHaveLength(3)
  })

  it('are told apart by whether there was time to ask about them, where none is answered', async () => {
    const asked: CompressionRequest[] = []
    const failing: Compressor = {
      available: [],
      async compress(request) {
        asked.push(request)
        throw new Error('gone')
      },
    }
    const asking = {
      compressor: failing,
      memory: decisionMemory(),
      owner: 'acme',
      parameters: { engine: 'adeline-1' },
      mode: 'arrival' as const,
      pause: async () => {},
    }
    // Each fills a call, and so many calls are under way at once.
    const questions = Array.from({ length: 8 }, (_, index) => ({ text: String(index).repeat(250_000) }))
    const { decisions, failure } = await decide(questions, asking, signal)
    expect(asked).toHaveLength(4)
    expect(decisions).toEqual([...Array(4).fill(notAsked), ...Array(4).fill(undefined)])
    expect(failure).toBe('compressor-failed')
  })

  it('are asked about unless they are known or have just gone without an answer, and others are told which had none', async () => {
    const asked: CompressionRequest[] = []
    const released: (readonly string[])[] = []
    const keysAsked: (readonly string[])[] = []
    const memory = decisionMemory()
    const asking = { compressor: compressor(asked), memory, owner: 'acme', parameters: { engine: 'adeline-1' } }
    const more = { mode: 'arrival' as const, pause: async () => {} }
    const [gone, fresh, known] = ['a', 'b', 'c'].map((letter) => ({ text: letter.repeat(20), budget: 0.5 }))
    if (gone === undefined || fresh === undefined || known === undefined) throw new Error('There are three.')
    await decide([known], { ...asking, ...more }, signal)
    const claim = async (keys: readonly string[]) => {
      keysAsked.push(keys)
      return { unanswered: new Set(keys.slice(0, 1)), release: (left: readonly string[]) => void released.push(left) }
    }
    const { decisions, failure } = await decide([gone, fresh, known], { ...asking, ...more, claim }, signal)
    expect(decisions.map((one) => (typeof one === 'object' ? one.engineVersion : one))).toEqual([
      notAsked,
      'adeline-0',
      'adeline-0',
    ])
    expect(failure).toBeUndefined()
    expect(asked.map(({ texts }) => texts)).toEqual([[known.text], [fresh.text]])
    expect(released).toEqual([keysAsked[0]?.slice(0, 1)])
    // Where nothing is left to ask about, nobody is asked.
    expect((await decide([gone, known], { ...asking, ...more, claim }, signal)).decisions[0]).toBe(notAsked)
    expect(asked).toHaveLength(2)
    // What is known is known although the time is over.
    expect((await decide([known], { ...asking, ...more }, AbortSignal.abort())).failure).toBeUndefined()
  })

  it('name the version that has answered, whichever text it was asked about', () => {
    const answer = { tokens: 1, tokensSaved: 0, engineVersion: 'adeline-0' }
    expect(versionOf([notAsked, undefined, answer])).toBe('adeline-0')
    expect(versionOf([notAsked, undefined])).toBeUndefined()
  })

  it.each([
    ['lookup', {}, '{"a":[1,2,3]}', 'records'],
    ['lookup', {}, '  [{"a":1', 'records'],
    ['lookup', {}, '{"type":"text","text":"{\\"a\\":1}"}', 'records'],
    ['lookup', {}, '{"type":"text","text":"A report of what was found, in words."}', undefined],
    ['lookup', {}, 'A report.', undefined],
    ['lookup', {}, '[x] find a hall\n[ ] ask the band', undefined],
    ['lookup', {}, '{"type":"text","text":"[10:02] ida: is anybody there? The hall is closed."}', undefined],
    ['Bash', { command: 'make' }, '[1/2] compiling\n[2/2] linking', 'shell'],
    ['Task', { prompt: 'look' }, '# Report\nAll is well.', undefined],
    ['Bash', { command: 'npm test' }, 'ok 1\nok 2', 'shell'],
    ['Bash', { command: 'curl x' }, '{"a":1}', 'records'],
    ['exec_command', { cmd: 'make' }, '{"output":"done in time, every file of it built","metadata":{}}', 'shell'],
  ] as const)('%s %j with the answer %j is of the kind %s', (name, input, content, kind) => {
    const { segments } = read(dialects.messages, {
      messages: [
        { role: 'assistant', content: [{ type: 'tool_use', id: '1', name, input }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: '1', content }] },
      ],
    })
    expect(segments.map((segment) => segment.kind)).toEqual([kind])
  })

  const kindsOf = (when: JudgedWhen) => Object.entries(proxiedBudgets[when])

  it.each(['repeated', 'arrival'] as const)(
    'may lose the least where nobody has measured what that costs: %s',
    (when) => {
      const { other, long } = proxiedBudgets[when]
      expect(questionAbout({ text: 'x' }, when).budget).toBe(other)
      expect(questionAbout({ text: 'x', kind: 'shell' }, when).budget).toBe(proxiedBudgets[when].brief)
      expect(questionAbout({ text: 'Built it all.\n'.repeat(50), kind: 'shell' }, when).budget).toBe(long)
      for (const [, budget] of kindsOf(when)) expect(budget).toBeGreaterThanOrEqual(other)
    },
  )

  it('may lose less before the model has read it', () => {
    const later = new Map(kindsOf('repeated'))
    for (const [kind, budget] of kindsOf('arrival')) {
      if (kind === 'other') expect(budget).toBe(later.get(kind))
      else expect(budget, kind).toBeLessThan(later.get(kind) ?? 0)
    }
  })

  it('may lose as much behind an answer where some has gone at once', () => {
    expect((['repeated', 'arrival', 'observe', 'off'] as const).map(judgedBehind)).toEqual([
      'repeated',
      'repeated',
      'arrival',
      'arrival',
    ])
  })
})
