// Outputs of the tools that agents use most, made up from a seed: one of each kind of text. They show what the engine does with
// a kind, and are no evidence of how often it does it.

import { defined } from '../../core/collections/defined.ts'
import { type Chance, chanceOf, pick } from '../cost/sessions/chance.ts'

export interface Sample {
  readonly kind: string
  readonly text: string
  /** How the service would see it. */
  readonly as?: 'records' | 'shell'
}

const below = (chance: Chance, limit: number): number => Math.floor(chance() * limit)
const rows = (count: number, row: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => row(at)).join('\n')
const names = ['invoice', 'parcel', 'refund', 'basket', 'voucher', 'ledger', 'session', 'stock']
const people = ['ada', 'grace', 'edsger', 'barbara', 'tony']
const file = (chance: Chance): string => `src/${pick(chance, names)}/${pick(chance, names)}.ts`

const issue = (chance: Chance, at: number): object => ({
  url: `https://api.github.com/repos/shop/web/issues/${at}`,
  id: 10_000_000 + below(chance, 9_000_000),
  node_id: `I_kw${below(chance, 1e9).toString(36)}`,
  number: at,
  title: `The ${pick(chance, names)} is ${pick(chance, ['empty', 'late', 'counted twice'])}`,
  user: { login: pick(chance, people), id: below(chance, 9_999), gravatar_id: '', type: 'User', site_admin: false },
  labels: [{ name: pick(chance, ['bug', 'question']), color: 'd73a4a', default: true, description: null }],
  state: pick(chance, ['open', 'closed']),
  locked: false,
  assignee: null,
  milestone: null,
  comments: below(chance, 9),
  created_at: '2026-11-20T10:00:00Z',
  closed_at: null,
  author_association: 'MEMBER',
  body: `Since the last release the ${pick(chance, names)} is wrong.\n\nSteps: open ${pick(chance, names)}, then go back.`,
  reactions: { url: `https://api.github.com/repos/shop/web/issues/${at}/reactions`, total_count: 0, '+1': 0, '-1': 0 },
})
const issues = (chance: Chance, count: number): object[] =>
  Array.from({ length: count }, (_, at) => issue(chance, 100 + at))

const makers: readonly (readonly [kind: string, as: Sample['as'], make: (chance: Chance) => string])[] = [
  ['a payload of GitHub', 'records', (chance) => JSON.stringify(issues(chance, 6))],
  ['JSON that is cut off', 'records', (chance) => JSON.stringify(issues(chance, 12), null, 2).slice(0, 9_000)],
  [
    'an envelope',
    'records',
    (chance) => JSON.stringify([{ type: 'text', text: JSON.stringify(issues(chance, 6), null, 2) }]),
  ],
  [
    'YAML',
    'shell',
    (chance) =>
      `services:\n${rows(30, (at) => `  ${pick(chance, names)}-${at}:\n    image: shop/${pick(chance, names)}:1.${at}\n    replicas: ${below(chance, 5)}\n    environment:\n      LOG_LEVEL: info\n      PORT: "80${at}"`)}`,
  ],
  [
    'XML',
    'shell',
    (chance) =>
      `<?xml version="1.0"?>\n<testsuite tests="60" failures="1">\n${rows(60, (at) => `  <testcase classname="${pick(chance, names)}" name="case ${at}" time="0.${below(chance, 99)}"${at === 33 ? '>\n    <failure message="expected 3, got 4"/>\n  </testcase>' : '/>'}`)}\n</testsuite>`,
  ],
  [
    'a page in HTML',
    undefined,
    (chance) =>
      `<html><head><title>Shop</title><script src="/a.js"></script></head><body><nav>${rows(12, () => `<a href="/${pick(chance, names)}">${pick(chance, names)}</a>`)}</nav><main><h1>Refunds</h1>${rows(12, (at) => `<p>Rule ${at}: a ${pick(chance, names)} is refunded within ${below(chance, 30)} days.</p>`)}</main></body></html>`,
  ],
  [
    'CSV',
    'shell',
    (chance) =>
      `id,name,owner,amount\n${rows(120, (at) => `${at},${pick(chance, names)},${pick(chance, people)},${below(chance, 9_000)}`)}`,
  ],
  [
    'pytest',
    'shell',
    (chance) =>
      `============================= test session starts ==============================\ncollected 90 items\n\n${rows(90, (at) => `tests/test_${pick(chance, names)}.py::test_${pick(chance, names)}_${at} ${at === 61 ? 'FAILED' : 'PASSED'} [ ${at} %]`)}\n\n=================================== FAILURES ===================================\n    def test_refund():\n>       assert total(basket) == 3\nE       assert 4 == 3\n\ntests/test_refund.py:41: AssertionError\n======================== 1 failed, 89 passed in 3.21s =========================`,
  ],
  [
    'jest',
    'shell',
    (chance) =>
      `${rows(70, (at) => `PASS ${file(chance).replace('.ts', '.test.ts')} (${at + 3} ms)`)}\nFAIL src/refund.test.ts\n  ● refund › is paid once\n\n    expect(received).toBe(expected)\n\n    Expected: 3\n    Received: 4\n\nTests: 1 failed, 211 passed, 212 total`,
  ],
  [
    'cargo',
    'shell',
    (chance) =>
      `${rows(60, (at) => `   Compiling ${pick(chance, names)}-core v0.${at}.${below(chance, 9)}`)}\nerror[E0308]: mismatched types\n  --> src/refund.rs:41:9\n   |\n41 |         total\n   |         ^^^^^ expected \`u64\`, found \`i64\`\n\nerror: could not compile \`shop\` due to 1 previous error`,
  ],
  [
    'go test',
    'shell',
    (chance) =>
      `${rows(60, (at) => `=== RUN   Test${pick(chance, names)}${at}\n--- PASS: Test${pick(chance, names)}${at} (0.0${below(chance, 9)}s)`)}\n=== RUN   TestRefund\n    refund_test.go:41: got 4, want 3\n--- FAIL: TestRefund (0.00s)\nFAIL\texample.com/shop/refund\t0.012s`,
  ],
  [
    'a package manager',
    'shell',
    (chance) =>
      `${rows(60, (at) => `npm http fetch GET 200 https://registry.example/${pick(chance, names)}-${at} ${below(chance, 900)}ms (cache hit)`)}\nnpm warn deprecated ${pick(chance, names)}@1.0.0: use another\n\nadded 60 packages, and audited 61 packages in 4s\n\n1 high severity vulnerability`,
  ],
  [
    'git diff',
    'shell',
    (chance) =>
      rows(6, () => {
        const path = file(chance)
        return `diff --git a/${path} b/${path}\nindex 1f2e3d4..5c6b7a8 100644\n--- a/${path}\n+++ b/${path}\n@@ -10,7 +10,7 @@ export const total\n const before = 1\n-const rate = 3\n+const rate = 4\n const after = 2`
      }),
  ],
  [
    'ls -la',
    'shell',
    (chance) =>
      `total 480\n${rows(60, (at) => `-rw-r--r--  1 ${pick(chance, people)} staff ${String(below(chance, 90_000)).padStart(6)} Nov 20 10:${String(at).padStart(2, '0')} ${pick(chance, names)}-${at}.ts`)}`,
  ],
  [
    'a table',
    undefined,
    (chance) =>
      `| order | customer | state | amount |\n|---|---|---|---|\n${rows(60, (at) => `| W${1_000 + at} | ${pick(chance, people)} | ${pick(chance, ['open', 'paid', 'paid', 'failed'])} | ${below(chance, 9_000)} |`)}`,
  ],
]

/** One of each kind; the same for the same seed. */
export const samplesOf = (seed: number): Sample[] =>
  makers.map(([kind, as, make]) => ({
    kind,
    text: make(chanceOf('sample', kind, seed)),
    ...defined({ as }),
  }))
