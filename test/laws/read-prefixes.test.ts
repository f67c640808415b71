// What was read before changes nothing but time: a body that begins like the one before it is read as if it were the first.

import { isUtf8 } from 'node:buffer'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { headsOf } from '../../core/chain/identity/identity.ts'
import { type ReadPrefixes, readPrefixes } from '../../core/chain/identity/read-prefixes.ts'
import { losslessForm } from '../../core/compaction/representation/forwarded-segment.ts'
import { dialects } from '../../core/dialects/registry.ts'
import { stringOf } from '../../core/json/read.ts'
import { type JsonTape, scanBody } from '../../core/json/scan.ts'
import { spliceTape } from '../../core/json/splice/body.ts'
import type { Edit } from '../../core/json/splice/splice.ts'
import { atOnce } from '../../core/runtime/pieces.ts'
import { PackedSpans, splitsCharacter } from '../../core/text/spans.ts'
import type { Segment } from '../../core/transcript/may-be-shortened.ts'
import { allToldBy } from '../core/chain/conversations.ts'
import { respelled } from '../core/json/arbitrary.ts'

const secret = Buffer.alloc(32, 3).toString('base64')
const key = new Uint8Array(32).fill(8)

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

interface Body {
  /** Each as JSON. */
  readonly messages: readonly string[]
  readonly system: string
  readonly listFirst: boolean
}

const texts = fc.constantFrom(
  'ok',
  'é✓😀',
  '\\u00e9"',
  'a line\nand another\n'.repeat(30),
  '{"a": 1}',
  JSON.stringify(Array(40).fill({ city: 'Köln', said: '"no"\n' }), null, 2),
  '\u001b[1mx',
  'word '.repeat(900),
)
const marker = { cache_control: { type: 'ephemeral' } }
const calls: readonly (readonly [name: string, input: object])[] = [
  ['lookup', { id: 1 }],
  ['Read', { file_path: 'a.ts' }],
  ['Read', { file_path: 'a.ts', offset: 3 }],
  ['Write', { file_path: './a.ts', content: 'x' }],
  ['Bash', { command: 'cat a.ts' }],
  ['Bash', { command: 'cd src' }],
  ['Bash', { command: 'make > a.ts' }],
  ['exec_command', { cmd: 'make' }],
  ['write_stdin', { session_id: 7 }],
]

/** A call and its answer, which names a running command. */
const turnOf = (
  [name, input]: (typeof calls)[number],
  answer: string,
  number: number,
  more: object = {},
): readonly [string, string] => {
  const id = `t${number}`
  const result = { type: 'tool_result', tool_use_id: id, content: `${answer} pid: ${number}`, ...more }
  return [
    JSON.stringify({ role: 'assistant', content: [{ type: 'tool_use', id, name, input }] }),
    JSON.stringify({ role: 'user', content: [result] }),
  ]
}

const turn = fc
  .tuple(fc.constantFrom(...calls), texts, fc.nat({ max: 9 }), fc.constantFrom({}, {}, marker, { is_error: true }))
  .map(([call, answer, number, more]) => turnOf(call, answer, number, more))

type Change = (body: Body) => Body

const grown = fc.array(turn, { minLength: 1, maxLength: 3 }).map(
  (turns): Change =>
    (body) => ({ ...body, messages: [...body.messages, ...turns.flat()] }),
)
const changes: fc.Arbitrary<Change> = fc.oneof(
  { weight: 6, arbitrary: grown },
  // What a frame tells although it stands between the messages.
  fc
    .constantFrom(
      { role: 'system', content: 'Answer in verse.' },
      { role: 'user', content: [{ type: 'image', source: { type: 'base64', data: `iVBORw0KGgo${'A'.repeat(300)}` } }] },
    )
    .map(
      (said): Change =>
        (body) => ({ ...body, messages: [...body.messages, JSON.stringify(said)] }),
    ),
  // A fork, or a client that has shortened its conversation.
  fc.nat().map(
    (at): Change =>
      (body) => ({ ...body, messages: body.messages.slice(0, 1 + (at % body.messages.length)) }),
  ),
  fc.tuple(fc.nat(), texts).map(
    ([at, text]): Change =>
      (body) => {
        const index = at % body.messages.length
        const said = JSON.stringify({ role: index % 2 === 0 ? 'user' : 'assistant', content: text })
        return { ...body, messages: body.messages.with(index, said) }
      },
  ),
  // The cache marker moves on.
  fc.constant((body: Body) => ({
    ...body,
    messages: body.messages.map((one) => one.replace(`,${JSON.stringify(marker).slice(1, -1)}`, '')),
  })),
  fc.constant((body: Body) => ({ ...body, listFirst: !body.listFirst })),
  // Another library goes on with it.
  fc.tuple(fc.nat(), fc.nat({ max: 3 })).map(
    ([at, how]): Change =>
      (body) => ({
        ...body,
        messages: body.messages.map((one, index) => (index < at % body.messages.length ? one : respelled(one, [how]))),
      }),
  ),
  fc.string({ maxLength: 9 }).map(
    (more): Change =>
      (body) => ({ ...body, system: body.system + more }),
  ),
)

const beginning: Body = {
  messages: [JSON.stringify({ role: 'user', content: 'Find out why orders are late. '.repeat(300) })],
  system: 'You are careful. ',
  listFirst: false,
}

const written = ({ messages, system, listFirst }: Body): Buffer => {
  const list = `"messages":[${messages.join(',')}]`
  const rest = `"system":${JSON.stringify(system)}`
  return Buffer.from(`{"model":"m",${listFirst ? `${list},${rest}` : `${rest},${list}`},"stream":true}`)
}

/** What would go out: the lossless form of what may be shortened, and two parts of any other value. */
const splicedOf = (tape: JsonTape, segments: readonly Segment[]): string => {
  const edits = segments.flatMap((segment): Edit[] => {
    const { node, noted = {} } = segment
    const text = stringOf(tape, node) ?? ''
    const third = [...text].slice(0, [...text].length / 3).join('').length
    const parts = [
      [0, third],
      [2 * third, text.length],
    ].filter(([from = 0, until = 0]) => from < until && !splitsCharacter(text, from))
    const kept = losslessForm(segment) ?? PackedSpans.of(parts.map(([from = 0, until = 0]) => [from, until]))
    return [{ node, text, kept, noted }]
  })
  return spliceTape(tape, edits).toString('latin1')
}

const usual = { secret, cache: 'cache' }
/** Under other secrets and for other models, now and then. */
const keying = (number: number): typeof usual => ({
  secret: number % 3 === 2 ? Buffer.alloc(32, 9).toString('base64') : secret,
  cache: number % 5 === 3 ? 'another cache' : 'cache',
})

const read = (bytes: Buffer, prefixes?: ReadPrefixes, owner = 'messages a', keyed = usual) => {
  const prefix = prefixes?.find(owner, bytes)
  const tape = scanBody(bytes, 250_000, prefix?.scanned)
  if (typeof tape !== 'object') return { tape }
  const transcript = atOnce(dialects.messages.read(tape, prefix?.state))
  const heads = headsOf(transcript, keyed.secret, keyed.cache, prefix)
  const spliced = splicedOf(tape, transcript.segments)
  if (heads !== undefined) prefixes?.remember(owner, transcript, heads.digests, prefix)
  const told = allToldBy(heads)
  // Asked by name: what a result is found to be is no member of its own.
  const segments = transcript.segments.map((one) => {
    const { node, message, text, kind, pinned, files, superseded, awaitsAnswer, byPolicy, part } = one
    return { node, message, text, kind, pinned, files, superseded, awaitsAnswer, byPolicy, part }
  })
  const { messages, whole } = transcript
  return { cells: tape.cells, messages, whole, segments, told, spliced, from: prefix?.messages }
}

describe('what was read before', () => {
  it('changes nothing of what is read', () => {
    let reused = 0
    fc.assert(
      fc.property(fc.array(changes, { minLength: 2, maxLength: 12 }), (all) => {
        const prefixes = readPrefixes(key)
        let body = beginning
        for (const [number, change] of [(same: Body) => same, ...all].entries()) {
          body = change(body)
          const { from, ...again } = read(written(body), prefixes, 'messages a', keying(number))
          const { from: _, ...alone } = read(written(body), undefined, 'messages a', keying(number))
          expect(again).toEqual(alone)
          if (from !== undefined) reused += 1
        }
      }),
      { numRuns: 100 },
    )
    expect(reused).toBeGreaterThan(60)
  })

  it('changes nothing of what is known of files', () => {
    for (const one of calls)
      for (const other of calls) {
        const prefixes = readPrefixes(key)
        let body = beginning
        for (const [number, call] of [one, other, calls[0], calls[0], one, calls[0], one].entries()) {
          const turns = turnOf(call ?? one, 'made', call === one ? 7 : number)
          body = { ...body, messages: [...body.messages, ...turns] }
          const { from, ...again } = read(written(body), prefixes)
          const { from: _, ...alone } = read(written(body))
          expect(again).toEqual(alone)
          if (number > 2) expect(from).toBeGreaterThan(2 * number - 3)
        }
      }
  })

  it('changes nothing where the body is broken behind it', () => {
    fc.assert(
      fc.property(grown, fc.nat(), fc.constantFrom('"', ']', '}', '\\', ',', '\u0001', ' '), (change, at, inserted) => {
        const prefixes = readPrefixes(key)
        read(written(beginning), prefixes)
        const bytes = written(change(beginning))
        const place = at % bytes.length
        const broken = Buffer.concat([bytes.subarray(0, place), Buffer.from(inserted), bytes.subarray(place)])
        fc.pre(isUtf8(broken))
        const { from: _, ...again } = read(broken, prefixes)
        const { from: __, ...alone } = read(broken)
        expect(again).toEqual(alone)
      }),
      { numRuns: 200 },
    )
  })

  it('goes on from the one that it has most in common with, of those that begin alike', () => {
    const prefixes = readPrefixes(key)
    const bodies = [beginning, beginning]
    for (let number = 0; number < 4; number += 1)
      for (const [index, before] of bodies.entries()) {
        const turns = turnOf(['lookup', { id: index }], 'made', number)
        const body = { ...before, messages: [...before.messages, ...turns] }
        bodies[index] = body
        const { from, ...again } = read(written(body), prefixes)
        const { from: _, ...alone } = read(written(body))
        expect(again).toEqual(alone)
        if (number > 0) expect(from).toBe(body.messages.length - 3)
      }
  })

  it('goes on from the one that it has most in common with, however many others have begun alike since', () => {
    const prefixes = readPrefixes(key)
    const grownBy = (id: number, turns: number): Body => {
      const more = Array.from({ length: turns }, (_, number) => turnOf(['lookup', { id }], 'made', number)).flat()
      return { ...beginning, messages: [...beginning.messages, ...more] }
    }
    for (let id = 0; id < 9; id += 1) read(written(grownBy(id, 2)), prefixes)
    const { from, ...again } = read(written(grownBy(0, 3)), prefixes)
    const { from: _, ...alone } = read(written(grownBy(0, 3)))
    expect(again).toEqual(alone)
    expect(from).toBe(4)
  })

  it('goes on from none that ends alike and is another before', () => {
    const prefixes = readPrefixes(key)
    const grownFrom = (system: string): Body => {
      const turns = [1, 2, 3].flatMap((number) => turnOf(['lookup', { id: 1 }], 'made', number))
      return { ...beginning, system, messages: [...beginning.messages, ...turns] }
    }
    for (const hour of ['10', '11', '12']) {
      const { from, ...again } = read(written(grownFrom(`It is ${hour} o'clock.`)), prefixes)
      const { from: _, ...alone } = read(written(grownFrom(`It is ${hour} o'clock.`)))
      expect(from).toBeUndefined()
      expect(again).toEqual(alone)
    }
    expect(read(written(grownFrom("It is 10 o'clock.")), prefixes).from).toBe(6)
  })

  it('ends behind no number, which may go on', () => {
    const prefixes = readPrefixes(key)
    const bodyOf = (number: string): Buffer => written({ ...beginning, system: 'x'.repeat(9_000), messages: [number] })
    read(bodyOf('1'), prefixes)
    const { from, ...again } = read(bodyOf('12'), prefixes)
    const { from: _, ...alone } = read(bodyOf('12'))
    expect(from).toBeUndefined()
    expect(again).toEqual(alone)
  })

  it('holds no body by the names that it holds', async () => {
    const held = async (): Promise<number> => {
      for (const _ of [1, 2]) {
        collectGarbage()
        await setImmediate()
      }
      const { heapUsed, external } = process.memoryUsage()
      return heapUsed + external
    }
    const prefixes = readPrefixes(key)
    const bodyOf = (number: number): Buffer => {
      const said = JSON.stringify({ role: 'user', content: `${number} ${'x'.repeat(1_000_000)}` })
      const call = { type: 'tool_use', id: `toolu_01abcdefgh_${number}`, name: 'Read', input: { file_path: 'a.ts' } }
      const called = JSON.stringify({ role: 'assistant', content: [call] })
      const more = ['one', 'two', 'three'].map((content) => JSON.stringify({ role: 'user', content }))
      return written({ ...beginning, messages: [said, called, ...more] })
    }
    read(bodyOf(0), prefixes)
    const before = await held()
    for (let number = 1; number <= 60; number += 1) read(bodyOf(number), prefixes)
    expect((await held()) - before).toBeLessThan(20_000_000)
    expect(prefixes.find('messages a', bodyOf(60))?.messages).toBe(4)
  })

  it('forgets no other for one that is too large to be remembered', () => {
    const prefixes = readPrefixes(key, 30_000)
    const large = { ...beginning, messages: [...beginning.messages, ...turnOf(['lookup', {}], 'made', 1)] }
    const calls = Array.from({ length: 60 }, (_, id) => ({ type: 'tool_use', id: `t${id}`, name: 'lookup', input: {} }))
    const called = JSON.stringify({ role: 'assistant', content: calls })
    read(written(large), prefixes)
    read(
      written({ ...large, system: 'Other. ', messages: [...large.messages, called, called, called, called] }),
      prefixes,
    )
    expect(prefixes.find('messages a', written(large))?.messages).toBe(2)
  })

  it('counts what was worked out of values to what it may hold', () => {
    const rows = JSON.stringify(Array(2_000).fill({ city: 'Köln' }), null, 2)
    const [called = ''] = turnOf(['lookup', {}], '', 1)
    const findsAgain = (content: string): boolean => {
      const result = JSON.stringify({ role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content }] })
      const said = [...beginning.messages, called, result, ...turnOf(['lookup', {}], 'made', 2)]
      const prefixes = readPrefixes(key, 60_000)
      read(written({ ...beginning, messages: said }), prefixes)
      return prefixes.find('messages a', written({ ...beginning, messages: said })) !== undefined
    }
    expect(findsAgain(`${rows} made`)).toBe(true)
    expect(findsAgain(rows)).toBe(false)
  })

  it('knows what stands around it where that is the same', () => {
    const prefixes = readPrefixes(key)
    const body = {
      ...beginning,
      listFirst: true,
      messages: [...beginning.messages, ...turnOf(['lookup', {}], 'made', 1)],
    }
    const knows = (other: Body): boolean => {
      const bytes = written(other)
      const prefix = prefixes.find('messages a', bytes)
      const tape = scanBody(bytes, 250_000, prefix?.scanned)
      if (typeof tape !== 'object') throw new Error('The body cannot be read.')
      return prefix?.frameOf(atOnce(dialects.messages.read(tape, prefix.state))) !== undefined
    }
    read(written(body), prefixes)
    expect(knows({ ...body, messages: [...body.messages, ...turnOf(['lookup', {}], 'made', 2)] })).toBe(true)
    expect(knows({ ...body, system: 'You are careful!' })).toBe(false)
    expect(knows({ ...body, messages: [...body.messages, '{"role":"system","content":"Hurry."}'] })).toBe(false)
  })

  it('is found by its owner alone', () => {
    const prefixes = readPrefixes(key)
    read(written(beginning), prefixes)
    expect(prefixes.find('messages a', written(beginning))?.messages).toBe(1)
    expect(prefixes.find('messages b', written(beginning))).toBeUndefined()
    expect(prefixes.find('responses a', written(beginning))).toBeUndefined()
  })

  it('goes when there is too much of it, the longest unused first', () => {
    const prefixes = readPrefixes(key, 6_000)
    const bodyOf = (name: string): Buffer =>
      written({ ...beginning, messages: [JSON.stringify({ role: 'user', content: name.repeat(9_000) })] })
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      read(bodyOf(name), prefixes)
      expect(prefixes.find('messages a', bodyOf('a'))?.messages).toBe(1)
    }
    expect(prefixes.find('messages a', bodyOf('b'))).toBeUndefined()
    expect(prefixes.find('messages a', bodyOf('e'))?.messages).toBe(1)
  })
})
