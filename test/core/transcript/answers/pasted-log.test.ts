// Which logs of a person's turn are recognised by their shape, and what is never one: prose, instructions, code, data.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type DialectId, dialects } from '../../../../core/dialects/registry.ts'
import { stringOf } from '../../../../core/json/read.ts'
import { pastedLogIn } from '../../../../core/transcript/answers/pasted-log.ts'
import { withRules } from '../../../../core/transcript/may-be-shortened.ts'
import { type HeldState, heldState } from '../../../../core/transcript/read-state.ts'
import { read } from '../../dialects/reading.ts'

const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n')
const two = (at: number): string => String(at % 60).padStart(2, '0')

const logs: readonly (readonly [kind: string, text: string])[] = [
  [
    'a service',
    lines(
      150,
      (at) => `2026-11-20T10:${two(at)}:07.123Z INFO  [pool-1] shop.Basket - basket ${at} was paid for by card in time`,
    ),
  ],
  [
    'a kernel',
    lines(200, (at) => `[  ${at}.123456] usb 1-1: new device number ${at} using xhci_hcd on the second port`),
  ],
  [
    'a system',
    lines(
      150,
      (at) => `Nov 20 10:${two(at)}:07 host sshd[${1000 + at}]: Accepted publickey for root from 10.0.0.${at} port 22`,
    ),
  ],
  [
    'a server',
    lines(150, (at) => `10.0.0.${at} - - [20/Nov/2026:10:${two(at)}:07 +0000] "GET /basket/${at} HTTP/1.1" 200 512`),
  ],
  ['a build', lines(200, (at) => `[${at}/200] Building CXX object src/CMakeFiles/shop.dir/basket_${at}.cpp.o`)],
  ['tests', lines(200, (at) => `tests/test_basket.py::test_case_${at} PASSED              [ ${at % 100}%]`)],
  [
    'a package manager',
    lines(200, (at) => `npm http fetch GET 200 https://registry.example/package-${at} ${at}ms (cache hit)`),
  ],
  [
    'a stack of Java',
    `java.lang.IllegalStateException: the basket is empty\n${lines(150, (at) => `\tat com.example.shop.Basket$Inner.total${at}(Basket.java:${at})`)}`,
  ],
  [
    'a stack of Python',
    `Traceback (most recent call last):\n${lines(120, (at) => `  File "/srv/shop/basket_${at}.py", line ${at}, in total${at < 119 ? `\n    return self.sum(${at})` : ''}`)}`,
  ],
  ['a listing', lines(150, (at) => `-rw-r--r--  1 grace staff  ${10_000 + at} Nov 20 10:${two(at)} voucher-${at}.ts`)],
]

/** Long enough to be one, if it were one. */
const many = (text: string): string => `${text}\n`.repeat(Math.ceil(12_000 / text.length))
const never: readonly (readonly [kind: string, text: string])[] = [
  [
    'prose',
    many('The basket is empty when the voucher was used twice, which nobody expects.\nWe should say so, and not fail.'),
  ],
  [
    'instructions',
    many(
      '1. Open the basket and look for the voucher that was used.\n2. Do not touch src/refund.ts, whatever happens.\n3. Run the tests.',
    ),
  ],
  ['a list of rules', many('- ALWAYS answer in French\n- NEVER call the tool twice\n- WARNING: keep the header')],
  [
    'a document in Markdown',
    many('# Refunds\n\n> Rule: a voucher is refunded once.\n\n| order | state |\n|---|---|\n| W1 | open |'),
  ],
  ['code', many('const total = sum(basket)\nif (total > 3) {\n  throw new Error("too much: " + total)\n}')],
  [
    'a program in Python',
    many('def total(basket):\n    for item in basket:\n        yield item.price\n    raise ValueError("empty")'),
  ],
  ['a patch', many('diff --git a/x.ts b/x.ts\n@@ -1,3 +1,3 @@\n-const a = 1\n+const a = 2')],
  ['records of JSON', many('{"id": 7, "at": "2026-11-20T10:00:00Z", "level": "INFO", "name": "basket"}')],
  ['YAML', many('services:\n  basket:\n    image: shop/basket:1.2\n    replicas: 3')],
  ['a table of values', many('order,customer,state,amount\nW1000,barbara,open,4559')],
  [
    'what people said in a chat',
    lines(
      200,
      (at) => `[10:${two(at)}:07] grace: please do not change the basket before the voucher has been mended, ${at}`,
    ),
  ],
  [
    'a transcript of a meeting',
    lines(
      200,
      (at) => `00:${two(at)}:07 I would rather have the remote control in yellow, and so would the others, ${at}`,
    ),
  ],
  ['a numbered file', lines(300, (at) => `${at + 1}\tINFO = load("basket_${at}.toml", strict=True)`)],
  ['a short log', lines(20, (at) => `2026-11-20T10:00:${two(at)}Z INFO ${'basket '.repeat(80)}`)],
  ['a log of a few tokens', lines(40, (at) => `10:00:${two(at)} ok`)],
  [
    'words between lines of a log',
    lines(300, (at) =>
      at % 3 === 0
        ? `2026-11-20T10:00:${two(at)}Z INFO ${at}`
        : 'Please look at what the basket does here, and say why it is so.',
    ),
  ],
  ['a series of values', lines(400, (at) => `2026-11-20T10:${two(at)}:00Z,W${1000 + at},open,${at}.50,EUR`)],
  ['a series with another separator', lines(400, (at) => `2026-11-20 10:${two(at)}:00;W${1000 + at};open;${at}.50`)],
  ['a series with tabs', lines(400, (at) => `2026-11-20 10:${two(at)}:00\tW${1000 + at}\topen\t${at}.50`)],
  ['a table of measures', lines(500, (at) => `2026-11-20 10:${two(at)}:00   12.${at}   45.${at}   open`)],
  ['a diary', lines(250, (at) => `2026-11-20 10:${two(at)} paged Anna (db-${at}); rolled back v1.${at}`)],
  ['a chat in Russian', lines(250, (at) => `[10:${two(at)}:07] Грейс: пожалуйста, не меняйте корзину сегодня ${at}`)],
  ['a chat in Chinese', lines(400, (at) => `[10:${two(at)}:07] 小明：请不要在优惠券修复之前更改购物车的内容 ${at}`)],
  ['a chat of few words', lines(400, (at) => `[10:${two(at)}:07] <grace> ok, sounds good ${at}`)],
  ['what is said in a film', lines(400, (at) => `00:${two(at)}:07 hello and welcome everybody`)],
  [
    'rules with levels',
    lines(150, (at) => `WARNING: you must never change header ${at} of a request, whatever the client says`),
  ],
  ['rules about code', lines(150, (at) => `ERROR: \`call(${at})\` needs \`x > ${at}\`; return \`null\`, not \`{}\`.`)],
  ['rules in brackets', lines(200, (at) => `[CRITICAL] Never call \`pay(${at})\` before \`lock(${at})\`.`)],
  ['a check list', lines(200, (at) => `✓ \`login(${at})\` returns 200, \`logout(${at})\` 204`)],
  ['a check list in words', lines(200, (at) => `✓ the user can log in with a voucher of the kind ${at}`)],
  ['settings', lines(300, (at) => `PASSWORD_${at}=correct-horse-battery-${at}`)],
  ['a list that begins like a test', lines(300, (at) => `okay-${at}: keep src/a${at}.ts, drop src/b${at}.ts`)],
  ['references', lines(150, (at) => `[${at}] D. Kingma and J. Ba. Adam: a method for optimization. ICLR ${at}.`)],
  ['messages of errors', lines(200, (at) => `Basket${at}Error: "Basket ${at} is empty" -> status 4${two(at)}`)],
  ['notes on files', lines(200, (at) => `File "src/a${at}.py", line ${at}: rename \`x\` to \`y\`, keep \`z\``)],
  ['steps of a plan', lines(200, (at) => `[${at}/200] Open src/a${at}.ts, rename \`x\` to \`y\`, keep \`z\``)],
  ['sentences that begin with at', lines(200, (at) => `at home we call it the basket of vouchers number (${at})`)],
]

describe('a log that a person has pasted', () => {
  it.each(logs)('of %s is recognised, without what the person says around it', (_kind, log) => {
    const text = `It fails since Monday, and I cannot say why it does so:\n\n\`\`\`\n${log}\n\`\`\`\n\nWhat is wrong? Do not change the API, please.`
    expect(text.slice(...(pastedLogIn(text) ?? [0, 0])).trim()).toBe(log.trim())
    expect(pastedLogIn(log)).toEqual([0, log.length])
  })

  it.each(never)('is not %s', (_kind, text) => {
    expect(pastedLogIn(text)).toBeUndefined()
    expect(pastedLogIn(`Look at this:\n\`\`\`\n${text}\n\`\`\`\nWhat do you think?`)).toBeUndefined()
  })

  it('is nowhere in what people have written for people, nor in sources: the pages and the code of this project', () => {
    const root = join(import.meta.dirname, '../../../..')
    const files = ['docs', 'core', 'test/core', 'README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'].flatMap(
      (place) =>
        place.endsWith('.md')
          ? [join(root, place)]
          : readdirSync(join(root, place), { recursive: true, encoding: 'utf8' })
              .filter((name) => /\.(?:md|ts|json)$/.test(name))
              .map((name) => join(root, place, name)),
    )
    expect(files.length).toBeGreaterThan(400)
    expect(files.filter((file) => pastedLogIn(readFileSync(file, 'utf8')) !== undefined)).toEqual([])
  })

  it('is the longest of several, and ends where somebody speaks', () => {
    const [[, service], [, kernel]] = [logs[0] ?? ['', ''], logs[1] ?? ['', '']]
    const text = `${service}\nAnd then, after I had started it once more, this came:\n${kernel}`
    const longest = service.length > kernel.length ? service : kernel
    expect(text.slice(...(pastedLogIn(text) ?? [0, 0])).trim()).toBe(longest.trim())
  })

  const [, service] = logs[0] ?? ['', '']
  const outside = (text: string, words: string): void => {
    const [start, end] = pastedLogIn(text) ?? [0, 0]
    const at = text.indexOf(words)
    expect(at).toBeGreaterThanOrEqual(0)
    expect(at >= end || at + words.length <= start).toBe(true)
  }

  it.each([
    'Why this one?',
    'Do not retry this one!',
    '// keep the next line',
    '    <-- here it breaks',
    '    ^ this one',
    '  why does this fail',
    'NB: the key must stay `abc`.',
    'WARNING: do not touch src/refund.ts',
    'CRITICAL: never retry `pay()`.',
    'ERROR on Mondays. Why?',
    'NOTICE: I want 3 answers',
    'INFO I need: the cause',
    '警告：请不要修改退款代码',
    '2026-11-20 10:00 is when it began, see below',
    'FAIL: why?',
    'ok so here it is',
    'at prod (not staging):',
  ])('has nothing of what a person notes between its lines or beside them: %s', (words) => {
    const all = service.split('\n')
    outside([...all.slice(0, 40), words, ...all.slice(40)].join('\n'), words)
    for (const text of [`${words}\n${service}`, `${service}\n${words}`, `${words}\n\n${service}\n\n${words}!`])
      outside(text, words)
  })

  it.each([
    'It must print exactly this:',
    'Expected output:',
    'The format has to be:',
    'For example:',
    'Fix all of these:',
    'Delete each of them:',
  ])('is not what somebody wants to get: %s', (words) =>
    expect(pastedLogIn(`${words}\n\n\`\`\`\n${service}\n\`\`\`\n`)).toBeUndefined(),
  )

  it('has the ends of lines that Windows writes', () => {
    const text = service.replaceAll('\n', '\r\n')
    expect(pastedLogIn(`Why?\r\n${text}\r\nWhy?`)).toEqual([6, 6 + text.length + 2])
  })

  it('leaves out what an exception says at the end of a stack', () => {
    const [, stack] = logs.find(([kind]) => kind === 'a stack of Python') ?? ['', '']
    expect(pastedLogIn(`${stack}\nValueError: the basket is empty`)).toEqual([0, stack.length + 1])
  })

  it.each([
    '',
    'a',
    '10:00:00 a',
    'a '.repeat(149),
    'at '.repeat(99),
    '  File "',
    'a'.repeat(299),
    '你'.repeat(299),
    '::'.repeat(140),
    `${' '.repeat(290)}a`,
    'at a('.repeat(50),
  ])('is looked for in a moment, whatever lines there are: %j', (nasty) => {
    const text = `${nasty}\n`.repeat(1_000_000 / (nasty.length + 1))
    const milliseconds = [1, 2, 3].map(() => {
      const since = process.threadCpuUsage()
      expect(pastedLogIn(text)).toBeUndefined()
      const { user, system } = process.threadCpuUsage(since)
      return (user + system) / 1_000
    })
    expect(Math.min(...milliseconds)).toBeLessThan(100)
  })
})

describe('in a conversation', () => {
  const [[, log]] = [logs[0] ?? ['', '']]
  const pasted = `This is what it says:\n${log}\nWhy?`
  const bodyOf = (messages: readonly unknown[], dialect: DialectId): object => ({
    [dialect === 'responses' ? 'input' : 'messages']: messages,
  })
  const releasedOf = (messages: readonly unknown[], dialect: DialectId = 'messages', known?: HeldState): number[] => {
    const { tape, segments } = read(dialects[dialect], bodyOf(messages, dialect), known)
    return withRules(segments, new Set(['observations']), (node) => stringOf(tape, node) ?? '').flatMap((one) =>
      one.superseded === true ? [one.message] : [],
    )
  }
  const released = (turns: readonly string[]): number[] =>
    releasedOf(turns.map((content, at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', content })))

  it('a log goes once two turns of the model have followed it, and nothing around it ever does', () => {
    const turns = ['go', 'yes', pasted, 'I see', 'and now?']
    expect(released(turns)).toEqual([])
    expect(released([...turns, 'done', 'thanks'])).toEqual([2])
    const messages = [...turns, 'done', 'thanks'].map((content, at) => ({
      role: at % 2 === 0 ? 'user' : 'assistant',
      content,
    }))
    const one = read(dialects.messages, { messages }).segments.find(({ part }) => part !== undefined)
    expect(pasted.slice(...(one?.part?.span ?? [0, 0]))).toBe(`${log}\n`)
  })

  it('the first turn of the user and the newest stay', () => {
    expect(released([pasted, 'I see', 'and now?', 'done', pasted])).toEqual([])
  })

  const says = (role: string) => (content: unknown) => ({ role, content })
  const [user, model] = [says('user'), says('assistant')]
  const works = (id: string) => [
    model([{ type: 'tool_use', id, name: 'bash', input: { command: 'make' } }]),
    user([{ type: 'tool_result', tool_use_id: id, content: 'done' }]),
  ]

  it('the newest words of a person stay while an agent works on them', () => {
    const turns = [user('go'), model('yes'), user(pasted), ...['a', 'b', 'c'].flatMap(works)]
    expect(releasedOf(turns)).toEqual([])
    expect(releasedOf([...turns, model('done'), user('and now?')])).toEqual([2])
  })

  const reminder = user('<reminder>Do not forget the list.</reminder>')
  const before = [user('go'), model('yes'), user(pasted)]
  const rounds = ['a', 'b', 'c']

  it.each([
    ['messages', rounds.map(works)],
    [
      'chat-completions',
      rounds.map((id) => [
        { role: 'assistant', tool_calls: [{ id, type: 'function', function: { name: 'bash', arguments: '{}' } }] },
        { role: 'tool', tool_call_id: id, content: 'done' },
      ]),
    ],
    [
      'responses',
      rounds.map((call_id) => [
        { type: 'function_call', call_id, name: 'bash', arguments: '{}' },
        { type: 'function_call_output', call_id, output: 'done' },
      ]),
    ],
  ] as const)('they stay where a program puts a message of its own behind each result: %s', (dialect, work) => {
    const turns = [...before, ...work.flatMap((round) => [...round, reminder])]
    expect(releasedOf(turns, dialect)).toEqual([])
    expect(releasedOf([...turns, model('done'), user('and now?')], dialect)).toEqual([2])
    // Read on from before the last reminder.
    const state = read(dialects[dialect], bodyOf(turns, dialect)).states?.get(turns.length - 1)
    if (state === undefined) throw new Error('nothing is kept of the beginning')
    expect(releasedOf([...turns, model('on it')], dialect, heldState(state))).toEqual([])
  })

  it('the first turn stays that has several messages', () => {
    const later = [model('yes'), user('and now?'), model('done'), user('thanks'), model('gladly'), user('bye')]
    expect(releasedOf([user('go'), user(pasted), ...later])).toEqual([])
    expect(releasedOf([model('hello'), user('go'), user(pasted), ...later])).toEqual([])
  })
})
