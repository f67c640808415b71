import { createHash, createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { headsOf } from '../../../../core/chain/identity/identity.ts'
import { type DialectId, dialects } from '../../../../core/dialects/registry.ts'
import { scanBody, scanBodyPlainly, scanJson } from '../../../../core/json/scan.ts'
import { atOnce } from '../../../../core/runtime/pieces.ts'
import { read } from '../../dialects/reading.ts'
import { respelled } from '../../json/arbitrary.ts'
import {
  allToldBy,
  client,
  conversation,
  dialectId,
  dialectIds,
  digestsOf,
  headsOfSaid,
  headsOfTexts,
  model,
  plainly,
  type Said,
  secretOf,
  spelling,
  spelt,
  system,
  toldBy,
} from '../conversations.ts'

const runs = { numRuns: 300 }

/** Where each turn of the client ends, told from what was said alone. */
const turnsOf = (said: readonly Said[]): Said[][] => {
  const heard = said.filter(({ by }) => by !== 'system')
  return heard.flatMap((one, index) =>
    one.by !== 'model' && (heard[index + 1]?.by ?? 'model') === 'model' ? [heard.slice(0, index + 1)] : [],
  )
}

/** Without the client's empty texts, except in turns of nothing else: of those all are told, or one where the provider joins the client's messages. */
const withoutSilence = (dialect: DialectId, heard: readonly Said[]): readonly Said[] => {
  const isSilent = ({ by, text }: Said): boolean => by === 'user' && text === ''
  return heard.filter((one, index) => {
    const from = heard.findLastIndex(({ by }, at) => by === 'model' && at < index) + 1
    const to = heard.findIndex(({ by }, at) => by === 'model' && at > index)
    const isTold = dialect !== 'messages' || index === from
    return !isSilent(one) || (isTold && heard.slice(from, to < 0 ? heard.length : to).every(isSilent))
  })
}

describe('a conversation is recognised', () => {
  it('by its turns: one head for each, the own one first, 16 before it at most', () => {
    fc.assert(
      fc.property(dialectId, fc.array(fc.tuple(client, model), { maxLength: 20 }), client, (dialect, turns, last) => {
        const heads = headsOfSaid(dialect, [...turns.flat(), last])
        const ends = [...turns.keys(), turns.length].map((turn) => 2 * turn + 1)
        expect(heads?.own.messages).toBe(2 * turns.length + 1)
        expect(heads?.earlier.map(({ messages }) => messages)).toEqual(ends.slice(0, -1).reverse().slice(0, 16))
        expect(new Set(digestsOf(heads)).size).toBe(1 + (heads?.earlier.length ?? 0))
      }),
      runs,
    )
  })

  it('by older turns as well, 85 at most: a client may have spoken to other models for long', () => {
    const said = Array.from({ length: 120 }, (_, turn): Said[] => [
      { by: 'user', text: `question ${turn}`, id: `q${turn}` },
      { by: 'model', text: `answer ${turn}`, id: `a${turn}` },
    ]).flat()
    const long = headsOfSaid('messages', said)
    expect(long?.older.map(({ turn }) => turn)).toEqual(Array.from({ length: 85 }, (_, index) => 103 - index))
    expect(headsOfSaid('messages', said.slice(0, 2 * 18))?.older.map(({ turn }) => turn)).toEqual([1])
    expect(headsOfSaid('messages', said.slice(0, 2 * 17))?.older).toEqual([])

    const [older] = long?.older ?? []
    const then = headsOfSaid('messages', said.slice(0, 2 * 103))?.own
    expect([older?.key, older?.digest, older?.messages]).toEqual([then?.key, then?.digest, then?.messages])
  })

  it('whatever is marked, and however plain text is spelt', () => {
    fc.assert(
      fc.property(dialectId, conversation, fc.array(spelling), fc.array(spelling), (dialect, said, one, other) => {
        expect(digestsOf(headsOfSaid(dialect, said, one))).toEqual(digestsOf(headsOfSaid(dialect, said, other)))
      }),
      runs,
    )
  })

  it('whatever the system says, and wherever', () => {
    fc.assert(
      fc.property(dialectId, conversation, fc.array(fc.tuple(fc.nat(), system)), (dialect, said, inserted) => {
        const changed: Said[] = said.filter(({ by }) => by !== 'system')
        for (const [place, instruction] of inserted) changed.splice(place % (changed.length + 1), 0, instruction)
        expect(digestsOf(headsOfSaid(dialect, changed))).toEqual(digestsOf(headsOfSaid(dialect, said)))
      }),
      runs,
    )
  })

  it('in the next request, under the head that was its own', () => {
    const more = fc.array(fc.oneof(client, model, system), { maxLength: 4 })
    fc.assert(
      fc.property(dialectId, conversation, model, more, client, (dialect, said, answer, between, last) => {
        const before = digestsOf(headsOfSaid(dialect, said))
        const next = [...said, answer, ...between, last]
        const turnsBetween = turnsOf(next).length - turnsOf(said).length
        expect(digestsOf(headsOfSaid(dialect, next)).slice(turnsBetween)).toEqual(
          before.slice(0, Math.max(0, 17 - turnsBetween)),
        )
      }),
      runs,
    )
  })

  it('by its bytes as by its text', () => {
    fc.assert(
      fc.property(conversation, fc.array(spelling), fc.jsonValue(), (said, how, input) => {
        const messages = said.map((one, index) => spelt('messages', one, how[index] ?? plainly))
        const given = { input, ratios: Array.from({ length: 900 }, () => 0.125) }
        const used = { type: 'tool_use', id: 'é✓😀', name: 'x'.repeat(1_500), input: given }
        const call = { role: 'assistant', content: [used] }
        const body = JSON.stringify({ messages: [...messages, call, ...messages] })
        const tape = scanBody(Buffer.from(body), Number.POSITIVE_INFINITY)
        if (typeof tape !== 'object') throw new Error('not JSON')
        const ofBytes = headsOf(atOnce(dialects.messages.read(tape)), secretOf(7), 'm')
        expect(allToldBy(ofBytes)).toEqual(allToldBy(headsOf(read(dialects.messages, body), secretOf(7), 'm')))
      }),
      runs,
    )
  })

  it('whatever its library escapes, by every reader', () => {
    const names = fc.dictionary(fc.constantFrom(...'éz/"<_', 'é/', 'Z'), fc.nat(9))
    const long = { role: 'user', content: 'é/漢😀"\n'.repeat(160) }
    const heard = ({ dialect, body }: { dialect: DialectId; body: string }) => {
      const bytes = Buffer.from(body)
      const all = Number.POSITIVE_INFINITY
      return [scanBody(bytes, all), scanBodyPlainly(bytes, all), scanJson(body)].map((tape) => {
        if (typeof tape !== 'object') throw new Error('not JSON')
        return allToldBy(headsOf(atOnce(dialects[dialect].read(tape)), secretOf(7), 'm'))
      })
    }
    fc.assert(
      fc.property(
        dialectId,
        fc.array(fc.tuple(client, model), { maxLength: 6 }),
        names,
        fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 9 }),
        (dialect, turns, input, how) => {
          const call = { role: 'assistant', content: [{ type: 'tool_use', id: 'é/', name: 'x', input }] }
          const said = turns.flat().map((one) => spelt(dialect, one, plainly))
          const list = dialect === 'responses' ? 'input' : 'messages'
          const members = { system: 'You <help>.', tools: [{ name: 'x', description: 'é/' }] }
          const body = JSON.stringify({ ...members, [list]: [long, call, ...said] })
          const [plain, ...others] = heard({ dialect, body })
          for (const one of [...others, ...heard({ dialect, body: respelled(body, how) })]) expect(one).toEqual(plain)
        },
      ),
      { numRuns: 100 },
    )
  })

  it('whatever the model is made to begin with', () => {
    fc.assert(
      fc.property(dialectId, conversation, fc.array(model), (dialect, said, prefill) => {
        expect(allToldBy(headsOfSaid(dialect, [...said, ...prefill]))).toEqual(allToldBy(headsOfSaid(dialect, said)))
      }),
      runs,
    )
  })
})

describe('what is said', () => {
  const texts = Array.from({ length: 40 }, (_, turn) => ({ role: turn % 2 === 0 ? 'user' : 'assistant', content: 'a' }))

  it('is digested once, up to whichever heads it is asked for', () => {
    const transcript = read(dialects.messages, { messages: texts })
    let looked = 0
    const messages = new Proxy(transcript.messages, {
      get(all, at) {
        looked += /^\d+$/.test(String(at)) ? 1 : 0
        return Reflect.get(all, at)
      },
    })
    const heads = headsOf({ ...transcript, messages }, secretOf(7), 'm')
    if (heads === undefined) throw new Error('It has no heads.')
    heads.saidUpTo(heads.own)
    const once = looked
    for (const head of [heads.own, ...heads.earlier]) heads.saidUpTo(head)
    expect(once).toBeGreaterThan(0)
    expect(looked).toBe(once)
  })

  it('has one digest, whichever heads were asked for before', () => {
    const heads = () => headsOf(read(dialects.messages, { messages: texts }), secretOf(7), 'm')
    const [all, few] = [heads(), heads()]
    const ofAll = [all?.own, ...(all?.earlier ?? [])].map((head) => head && all?.saidUpTo(head))
    expect(new Set(ofAll).size).toBe(17)
    expect(few?.earlier[7] && few.saidUpTo(few.earlier[7])).toBe(ofAll[8])
  })
})

describe('conversations are told apart', () => {
  it('forks share exactly the turns that they have in common', () => {
    fc.assert(
      fc.property(dialectId, conversation, conversation, conversation, (dialect, stem, left, right) => {
        const [one, other] = [
          [...stem, ...left],
          [...stem, ...right],
        ]
        const told = (turns: readonly Said[]): string =>
          JSON.stringify(withoutSilence(dialect, turns).map((said) => spelt(dialect, said, plainly)))
        const turns = turnsOf(other).map(told)
        const common = turnsOf(one)
          .map(told)
          .filter((turn) => turns.includes(turn))
        const digests = new Set(digestsOf(headsOfSaid(dialect, other)))
        const shared = digestsOf(headsOfSaid(dialect, one)).filter((digest) => digests.has(digest))
        expect(shared).toHaveLength(common.length)
      }),
      runs,
    )
  })

  it('a change of any byte is a change of the turn that it stands in and of all behind it, and of none before', () => {
    fc.assert(
      fc.property(
        dialectId,
        conversation,
        fc.array(spelling),
        fc.nat(),
        fc.nat(),
        (dialect, said, how, which, where) => {
          const texts = said.map((one, index) => JSON.stringify(spelt(dialect, one, how[index] ?? plainly)))
          const heard = [...said.keys()].filter((index) => said[index]?.by !== 'system')
          const place = heard[which % heard.length]
          const text = texts[place ?? 0]
          fc.pre(place !== undefined && text !== undefined)
          // Everything but the markers, the type by which a lone block is known to be plain text, and that nothing is said beside calls.
          const open = text.replace(/"cache_control":\{[^}]*\}|\[\{"type":"(input_)?text"|"content":null/g, (hidden) =>
            '#'.repeat(hidden.length),
          )
          const letters = [...open.matchAll(/[a-z0-9]/g)].map(({ index }) => index)
          const letter = letters[where % letters.length] ?? 0
          const changed = `${text.slice(0, letter)}${text[letter] === '1' ? '2' : '1'}${text.slice(letter + 1)}`
          const after = texts.with(place, changed)
          const sideAfter = sideOf(changed)
          fc.pre(sideAfter !== undefined)

          const before = headsOfTexts(dialect, texts)
          const then = digestsOf(headsOfTexts(dialect, after))
          const all = before === undefined ? [] : [before.own, ...before.earlier]
          // Another role may make one turn of two.
          const kept = sideAfter === sideOf(text) ? all.filter(({ messages }) => messages <= place) : []
          for (const { digest } of all.filter(({ messages }) => messages > place)) expect(then).not.toContain(digest)
          for (const { digest } of kept) expect(then).toContain(digest)
        },
      ),
      { numRuns: 1_000 },
    )
  })

  it('accounts share nothing, and neither do dialects', () => {
    fc.assert(
      fc.property(dialectId, conversation, (dialect, said) => {
        const one = new Set(digestsOf(headsOfSaid(dialect, said, [], secretOf(1))))
        expect(digestsOf(headsOfSaid(dialect, said, [], secretOf(2))).filter((digest) => one.has(digest))).toEqual([])
      }),
      { numRuns: 50 },
    )
    const plain = dialectIds.map((dialect) => headsOfTexts(dialect, ['{"role":"user","content":"a"}'])?.own.digest)
    expect(new Set(plain).size).toBe(3)
  })

  it.each([
    [
      'one message or two',
      ['{"role":"user","content":"a"}'],
      ['{"role":"user","content":"a"}', '{"role":"user","content":"a"}'],
    ],
    ['where one ends', ['"a"', '"b"'], ['"a,b"']],
    ['where one ends, with quotes', ['"a"', '"b"'], [String.raw`"a\",\"b"`]],
    ['numbers', ['1', '2'], ['12']],
    ['lists', ['[1]', '[2]'], ['[1,2]']],
    [
      'where a block ends',
      ['{"role":"user","content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}'],
      ['{"role":"user","content":[{"type":"text","text":"ab"}]}'],
    ],
    [
      'a block beside a string of it',
      ['{"role":"user","content":[{"type":"text","text":"a"}]}'],
      [String.raw`{"role":"user","content":"[{\"type\":\"text\",\"text\":\"a\"}]"}`],
    ],
    ['a list of one string', ['{"role":"user","content":["a"]}'], ['{"role":"user","content":"a"}']],
    [
      'a block with citations',
      ['{"role":"user","content":[{"type":"text","text":"a","citations":[]}]}'],
      ['{"role":"user","content":"a"}'],
    ],
    [
      'a block with two texts',
      ['{"role":"user","content":[{"type":"text","text":"a","text":"b"}]}'],
      ['{"role":"user","content":"a"}'],
    ],
    [
      'a block of another type',
      ['{"role":"user","content":[{"type":"thinking","text":"a"}]}'],
      ['{"role":"user","content":"a"}'],
    ],
    ['a block without a type', ['{"role":"user","content":[{"text":"a"}]}'], ['{"role":"user","content":"a"}']],
    ['text that is none', ['{"role":"user","content":[{"type":"text","text":1}]}'], ['{"role":"user","content":1}']],
    ['a number beside a string of it', ['{"role":"user","content":1}'], ['{"role":"user","content":"1"}']],
    ['a member named twice', ['{"role":"user","content":"a","content":"b"}'], ['{"role":"user","content":"b"}']],
    [
      'a marker where it is an argument',
      ['{"role":"user","content":[{"type":"x","input":{"cache_control":1}}]}'],
      ['{"role":"user","content":[{"type":"x","input":{}}]}'],
    ],
  ])('%s', (_why, one, other) => {
    const tail = '{"role":"user","content":"z"}'
    const digests = [one, other].map((messages) => headsOfTexts('messages', [...messages, tail])?.own.digest)
    expect(digests[0]).not.toBe(digests[1])
  })
})

describe('markers', () => {
  const bare = '{ "role" : "user", "content": [{"type": "x", "a": 1}, {"type": "y"}] }'
  it.each([
    '{ "role" : "user", "content": [{"type": "x", "a": 1, "cache_control": {"type": "ephemeral"}}, {"type": "y"}] }',
    '{ "role" : "user", "content": [{"cache_control": null, "type": "x", "a": 1}, {"type": "y"}] }',
    '{ "role" : "user", "content": [{"type": "x", "cache_control": [], "a": 1}, {"type": "y", "cache_control": {}}] }',
    '{ "role" : "user", "content": [{"cache_control": 1, "cache_control": 2, "type": "x", "a": 1}, {"type": "y"}] }',
    '{ "role" : "user", "content": [{"type": "x", "a": 1, "cache_control": 1, "cache_control": 2}, {"type": "y"}] }',
    '{ "cache_control": {}, "role" : "user", "content": [{"type": "x", "a": 1}, {"type": "y"}] }',
    '{ "role" : "user", "content": [{"type": "x", "a": 1}, {"type": "y"}], "cache_control": {"a": {"b": []}} }',
  ])('leave no trace: %s', (marked) => {
    expect(allToldBy(headsOfTexts('messages', [marked]))).toEqual(allToldBy(headsOfTexts('messages', [bare])))
  })
})

describe('the order of names', () => {
  const call =
    '{"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"x","input":{"a":1,"b":[{"c":2,"d":"e"}]}}]}'
  const result = '{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"found"}]}'
  const said = (...others: readonly string[]) => headsOfTexts('messages', ['{"role":"user","content":"go"}', ...others])

  it.each([
    ['of a message', '{"content":[{"type":"tool_result","tool_use_id":"t1","content":"found"}],"role":"user"}'],
    ['of a block', '{"role":"user","content":[{"content":"found","tool_use_id":"t1","type":"tool_result"}]}'],
    [
      'and blanks between them',
      '{ "content" : [ {"tool_use_id":"t1", "content": "found", "type":"tool_result"} ], "role":"user" }',
    ],
  ])('loses no conversation: %s', (_where, other) => {
    expect(toldBy(said(call, other)?.own)).toEqual(toldBy(said(call, result)?.own))
  })

  it('loses no conversation: of a call’s arguments', () => {
    const other = call.replace('{"a":1,"b":[{"c":2,"d":"e"}]}', '{"b":[{"d":"e","c":2}],"a":1}')
    expect(toldBy(said(other, result)?.own)).toEqual(toldBy(said(call, result)?.own))
  })

  it('is not that of elements, nor of one name twice', () => {
    const ownOf = (input: string) => toldBy(said(call.replace('{"a":1,"b":[{"c":2,"d":"e"}]}', input), result)?.own)
    expect(ownOf('{"a":[1,2]}')).not.toEqual(ownOf('{"a":[2,1]}'))
    expect(ownOf('{"a":1,"a":2}')).not.toEqual(ownOf('{"a":2,"a":1}'))
  })
})

describe('heads', () => {
  it('are keyed digests of the canonical messages, so that a table survives the next version', () => {
    const canonical = '{"content":"a","role":"user"},{"content":"b","role":"assistant"},{"content":"c","role":"user"},'
    const [own] = digestsOf(
      headsOfTexts('messages', [
        '{"role":"user","content":[{"type":"text","text":"a"}]}',
        '{"role":"assistant","content":"b"}',
        '{"role":"system","content":"s"}',
        '{"role":"user","content":"c"}',
      ]),
    )
    const digest = createHash('sha256').update(canonical).digest()
    expect(own).toBe(
      createHmac('sha256', Buffer.alloc(32, 7))
        .update('["messages","m api.example"]\u0000')
        .update(digest)
        .digest('base64url'),
    )
  })

  it('count the segments that they cover', () => {
    const call = (id: string): Said => ({ by: 'model', text: '{}', id })
    const result = (id: string): Said => ({ by: 'tool', text: 'sunny', id })
    const user: Said = { by: 'user', text: 'hello', id: '' }
    const said = [user, call('1'), result('1'), result('1'), call('2'), result('2'), user]
    for (const dialect of dialectIds) {
      const heads = headsOfSaid(dialect, said)
      expect(heads?.own).toMatchObject({ messages: 7, segments: 3 })
      expect(heads?.earlier).toMatchObject([
        { messages: 4, segments: 2 },
        { messages: 1, segments: 0 },
      ])
    }
  })

  it('are none of a conversation that is elsewhere, that is empty, that only the model has spoken in, or that is no text', () => {
    const user = { role: 'user', content: 'a' }
    const heads = (body: unknown) => headsOf(read(dialects.responses, body), secretOf(7), 'm api.example')
    expect(heads({ input: [user] })).toBeDefined()
    expect(heads({ input: [user], previous_response_id: 'r' })).toBeUndefined()
    expect(heads({ input: [] })).toBeUndefined()
    expect(heads({ input: [{ role: 'assistant', content: 'b' }] })).toBeUndefined()
    expect(heads({ input: [{ role: 'system', content: 'b' }] })).toBeUndefined()
    expect(heads('{"input":[{"role":"user","content":"\ud800"}]}')).toBeUndefined()
  })

  it('need a secret', () => {
    const transcript = read(dialects.messages, { messages: [{ role: 'user', content: 'a' }] })
    for (const secret of ['', 'short', Buffer.alloc(31).toString('base64')])
      expect(() => headsOf(transcript, secret, 'm api.example')).toThrow()
  })

  it('cost no more for being nested', () => {
    const deep = `{"role":"user","content":${'[{"content":'.repeat(50_000)}1${'}]'.repeat(50_000)}}`
    const since = process.cpuUsage()
    expect(headsOfTexts('messages', [deep, deep])?.own.messages).toBe(2)
    expect(process.cpuUsage(since).user).toBeLessThan(2_000_000)
  })
})

/** What tells whose a message is; `undefined` when it is no JSON. */
const sideOf = (text: string): string | undefined => {
  try {
    const { role, type } = JSON.parse(text)
    return `${role} ${type}`
  } catch {
    return undefined
  }
}

describe('the key of a record', () => {
  const said = (messages: readonly object[], name: 'messages' | 'responses') =>
    headsOf(
      read(dialects[name], JSON.stringify({ [name === 'messages' ? 'messages' : 'input']: messages })),
      secretOf(1),
      'm',
    )
  const next = { role: 'user', content: 'next' }

  it('is the same without what the model has thought, whose digest is another', () => {
    const text = { type: 'text', text: 'done' }
    const thought = { type: 'thinking', thinking: 'hm', signature: 'signed' }
    const heads = [[thought, text], [{ type: 'redacted_thinking', data: 'x' }, text], [text]].map((content) =>
      said([{ role: 'user', content: 'go' }, { role: 'assistant', content }, next], 'messages'),
    )
    expect(new Set(heads.map((one) => one?.own.key)).size).toBe(1)
    expect(new Set(heads.map((one) => one?.own.digest)).size).toBe(3)
    expect(new Set(heads.map((one) => one?.saidUpTo(one.own))).size).toBe(1)
  })

  it('stands beside a digest of all that was said, whatever was thought', () => {
    const told = (words: string, thought: string, result: string) => {
      const block = { type: 'thinking', thinking: thought, signature: 'signed' }
      const call = { type: 'tool_use', id: 'a', name: 'bash', input: {} }
      const answered = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: result }] }
      const messages = [{ role: 'user', content: words }, { role: 'assistant', content: [block, call] }, answered]
      const one = said([...messages, { role: 'assistant', content: 'done' }, next], 'messages')
      return one === undefined ? [] : [...one.earlier, one.own].map((head) => one.saidUpTo(head))
    }
    expect(told('go', 'hm', 'text')).toEqual(told('go', 'oh', 'text'))
    const [second, first, own] = told('go', 'hm', 'text')
    expect(new Set([first, second, own]).size).toBe(3)
    const [otherSecond, otherFirst, otherOwn] = told('go', 'hm', 'other')
    expect([otherFirst === first, otherSecond === second, otherOwn === own]).toEqual([true, false, false])
  })

  it('is the same without items of reasoning', () => {
    const answer = { role: 'assistant', content: 'done' }
    const reasoning = { type: 'reasoning', summary: [], encrypted_content: 'x' }
    const heads = [[reasoning, answer], [answer]].map((items) =>
      said([{ role: 'user', content: 'go' }, ...items, next], 'responses'),
    )
    expect(heads[0]?.own.key).toBe(heads[1]?.own.key)
    expect(heads[0]?.own.digest).not.toBe(heads[1]?.own.digest)
    const [one, other] = heads
    expect(one?.saidUpTo(one.own)).toBe(other?.saidUpTo(other.own))
  })
})
