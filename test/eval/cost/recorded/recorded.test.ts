// Requests as an agent has sent them, played with the service and without it.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { benchCompressor } from '../../../../eval/cost/engine.ts'
import { runRecorded } from '../../../../eval/cost/recorded/main.ts'
import { readRecordedOptions } from '../../../../eval/cost/recorded/options.ts'
import { type PlayedAs, recordedSession } from '../../../../eval/cost/recorded/recorded-session.ts'
import { readRecording } from '../../../../eval/cost/recorded/recording.ts'
import { played } from '../../../../eval/cost/search/played/play.ts'

const folder = mkdtempSync(join(tmpdir(), 'recorded-'))
afterAll(() => rmSync(folder, { recursive: true }))

const hour = 3_600_000
const log = (turn: number): string =>
  Array.from({ length: 200 }, (_, line) => `[${line}] Building object ${turn * 1_000 + line} of the library`).join('\n')

const marked = { cache_control: { type: 'ephemeral' } }
const history = (turns: number): object[] => [
  { role: 'user', content: [{ type: 'text', text: 'Build it.' }] },
  ...Array.from({ length: turns }, (_, turn) => [
    { role: 'assistant', content: [{ type: 'tool_use', id: `t${turn}`, name: 'bash', input: { command: 'make' } }] },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: `t${turn}`, content: log(turn), ...(turn === turns - 1 ? marked : {}) },
      ],
    },
  ]).flat(),
]

/** Eight turns, an hour between them, and a title by a smaller model. */
const file = join(folder, 'builds.jsonl')
const sent = [
  ...Array.from({ length: 8 }, (_, turn) => ({ at: turn * hour, model: 'claude-opus-9', messages: history(turn) })),
  { at: 1_000, model: 'claude-haiku-9', messages: [{ role: 'user', content: 'A title, please.' }] },
]
writeFileSync(
  file,
  sent
    .map(({ at, model, messages }) => {
      const body = {
        model,
        max_tokens: 100,
        system: [{ type: 'text', text: 'You build. '.repeat(2_000), ...marked }],
        messages,
      }
      return `${JSON.stringify({ at, path: '/v1/messages', body })}\n`
    })
    .join(''),
)

const as: PlayedAs = { model: 'sonnet', lifetime: '5m', rule: 0, mode: 'repeated', pauses: 'recorded', seed: 1 }
const sessionAs = (change: Partial<PlayedAs>) =>
  recordedSession(readRecording(file), { ...as, ...change }, benchCompressor())
const sentAs = (change: Partial<PlayedAs>) => [...sessionAs(change).waves()].flat()

describe('a recording that is played', () => {
  it('is sent as it was, to another model of each kind', () => {
    const requests = sentAs({})
    expect(requests.map(({ at }) => at)).toEqual([0, 1_000, ...[1, 2, 3, 4, 5, 6, 7].map((turn) => turn * hour)])
    expect(requests.map(({ model }) => model)).toEqual(['sonnet', 'haiku', ...Array(7).fill('sonnet')])
    const [first] = readRecording(file).requests
    expect(requests[0]?.body).toBe(first?.body.replace('"claude-opus-9"', '"claude-sonnet-4-5"'))
    expect(requests.map(({ calls }) => calls())).toEqual([1, 0, 1, 1, 1, 1, 1, 1, 0])
  })

  it('has others in the place of models of another dialect', () => {
    const other = join(folder, 'title.jsonl')
    const title = { model: 'small', messages: [{ role: 'user', content: 'A title, please.' }] }
    const asked = { model: 'large', input: [{ role: 'user', content: 'Build it.' }] }
    const lines = [
      { at: 1, path: '/v1/messages', body: title },
      { at: 2, path: '/v1/responses', body: asked },
      { at: 3, path: '/v1/responses', body: asked },
      { at: 4, path: '/v1/responses', body: { ...asked, model: 'larger' } },
    ]
    writeFileSync(other, lines.map((line) => JSON.stringify(line)).join('\n'))
    const session = recordedSession(
      readRecording(other),
      { ...as, model: 'gpt-5.5', lifetime: '24h' },
      benchCompressor(),
    )
    expect(session.dialect).toBe('responses')
    const requests = [...session.waves()].flat()
    expect(requests.map(({ model }) => model)).toEqual(['sonnet', 'gpt-5.5', 'gpt-5.5', 'gpt-5.6'])
  })

  it('may ask to be kept for an hour, with other pauses', () => {
    const requests = sentAs({ lifetime: '1h', pauses: 'warm' })
    expect(requests.every(({ body }) => body.includes('"ttl":"1h"') && !body.includes('"ephemeral"}'))).toBe(true)
    expect(Math.max(...requests.map(({ at }) => at))).toBeLessThan(hour)
  })

  it('is shortened by the engine that ships, and costs less', async () => {
    const paid = await played(sessionAs({}))
    const sum = (of: 'ours' | 'direct' | 'claimed'): number => paid.reduce((all, one) => all + one[of], 0)
    expect(paid).toHaveLength(9)
    expect(paid.at(-1)?.outcome).toBe('compacted')
    expect(sum('ours')).toBeLessThan(0.8 * sum('direct'))
    expect(Math.abs(sum('claimed') - (sum('direct') - sum('ours')))).toBeLessThan(0.01 * sum('direct'))
  })

  it('is told in a table', async () => {
    const printed: string[] = []
    const words = ['--requests', file, '--models', 'sonnet', '--pauses', 'recorded']
    expect(await runRecorded(words, (text) => printed.push(text))).toBe(false)
    const [text = ''] = printed
    expect(text).toMatch(/^builds \(9 requests\)\n/)
    expect(text).toMatch(/sonnet {2}5m {4}repeated +4 /)
    expect(text).toMatch(/sonnet {2}1h {4}arrival +4 /)
    expect(text).toMatch(/\nThe dearest way: [01]\.\d{3} of direct, sonnet, /)
  })
})

it('a recording that costs nothing is as dear as it was, and no figure of it is none', async () => {
  const free = join(folder, 'free.jsonl')
  writeFileSync(free, JSON.stringify({ at: 1, path: '/v1/messages', body: { model: 'm', messages: [] } }))
  const printed: string[] = []
  await runRecorded(['--requests', free, '--models', 'sonnet', '--pauses', 'recorded'], (text) => printed.push(text))
  expect(printed.join('\n')).toMatch(/ – +– +1\.000 +0\.0\n/)
  expect(printed.join('\n')).toContain('The dearest way: 1.000 of direct, sonnet')
  expect(printed.join('\n')).not.toMatch(/NaN|Infinity/)
})

describe('the options', () => {
  it('are all pauses and the usual models where none are named', () => {
    expect(readRecordedOptions(['--requests', 'a,b', '--seeds', '2'])).toEqual({
      files: ['a', 'b'],
      pauses: ['recorded', 'mixed', 'warm'],
      seeds: [1, 2],
    })
  })

  it('refuse no file, and a model of another dialect', async () => {
    expect(() => readRecordedOptions(['--requests', ''])).toThrow('--requests takes files')
    await expect(runRecorded(['--requests', file, '--models', 'gpt-5.4'], () => {})).rejects.toThrow(
      'gpt-5.4 does not speak messages',
    )
  })
})
