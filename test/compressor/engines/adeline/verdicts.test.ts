import { describe, expect, it } from 'vitest'
import { budgets, compacted } from './compacted.ts'

const many = (count: number, line: (at: number) => string): string[] =>
  Array.from({ length: count }, (_, at) => line(at))

/** What programs print, with what has to stay of it. */
const outputs: Readonly<Record<string, { readonly noise: readonly string[]; readonly verdicts: readonly string[] }>> = {
  pytest: {
    noise: many(80, (at) => `tests/test_parcel.py::test_stock_${at} PASSED [ ${at}%]`),
    verdicts: [
      'tests/test_refund.py::test_total FAILED [ 99%]',
      'E       assert 4 == 3',
      'tests/test_refund.py:41: AssertionError',
      'FAILED tests/test_refund.py::test_total - assert 4 == 3',
      '==================== 1 failed, 80 passed in 3.21s ====================',
    ],
  },
  unittest: {
    noise: many(80, (at) => `test_stock_${at} (parcel.tests.StockTests) ... ok`),
    verdicts: ['FAIL: test_total (refund.tests.RefundTests)', 'Ran 81 tests in 0.412s', 'FAILED (failures=1)'],
  },
  jest: {
    noise: many(80, (at) => `PASS src/parcel/stock-${at}.test.ts (${at + 3} ms)`),
    verdicts: [
      'FAIL src/refund.test.ts',
      '  ● refund › is paid once',
      '    Expected: 3',
      '    Received: 4',
      'Test Suites: 1 failed, 80 passed, 81 total',
      'Tests:       1 failed, 211 passed, 212 total',
    ],
  },
  cargo: {
    noise: many(80, (at) => `   Compiling parcel-core-${at} v0.${at}.3`),
    verdicts: [
      'error[E0308]: mismatched types',
      '  --> src/refund.rs:41:9',
      '   |         ^^^^^ expected `u64`, found `i64`',
      'error: could not compile `shop` (bin "shop") due to 1 previous error',
    ],
  },
  'cargo test': {
    noise: many(80, (at) => `test stock::tests::counts_${at} ... ok`),
    verdicts: [
      'test refund::tests::total ... FAILED',
      "thread 'refund::tests::total' panicked at src/refund.rs:41:9:",
      'test result: FAILED. 80 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out',
    ],
  },
  'go test': {
    noise: many(60, (at) => `=== RUN   TestStock${at}\n--- PASS: TestStock${at} (0.0${at % 9}s)`),
    verdicts: [
      '--- FAIL: TestRefund (0.00s)',
      '    refund_test.go:41: got 4, want 3',
      'FAIL\texample.com/shop/refund\t0.012s',
      './main.go:12:5: undefined: total',
    ],
  },
  tsc: {
    noise: many(80, (at) => `src/parcel/stock-${at}.ts`),
    verdicts: [
      "src/refund.ts(41,9): error TS2322: Type 'string' is not assignable to type 'number'.",
      "src/refund.ts:41:9 - error TS2322: Type 'string' is not assignable to type 'number'.",
      'Found 2 errors in 2 files.',
    ],
  },
  eslint: {
    noise: many(80, (at) => `  ${at + 1}:5  warning  Unexpected console statement  no-console`),
    verdicts: [
      '/shop/src/refund.ts',
      "  41:9  error  'total' is not defined  no-undef",
      '✖ 81 problems (1 error, 80 warnings)',
    ],
  },
  make: {
    noise: many(80, (at) => `cc -O2 -Wall -c -o build/stock_${at}.o src/stock_${at}.c`),
    verdicts: [
      "src/refund.c:41:9: error: 'total' undeclared (first use in this function)",
      'refund.c:(.text+0x15): undefined reference to `total`',
      'collect2: error: ld returned 1 exit status',
      'make: *** [Makefile:12: build/refund.o] Error 1',
    ],
  },
  gradle: {
    noise: many(80, (at) => `> Task :parcel-${at}:compileJava UP-TO-DATE`),
    verdicts: [
      '> Task :refund:test FAILED',
      'RefundTest > isPaidOnce() FAILED',
      '3 tests completed, 1 failed',
      'FAILURE: Build failed with an exception.',
      '* What went wrong:',
      'BUILD FAILED in 12s',
    ],
  },
  npm: {
    noise: many(80, (at) => `npm http fetch GET 200 https://registry.example/parcel-${at} ${at * 7}ms (cache hit)`),
    verdicts: [
      'npm error code ERESOLVE',
      'added 60 packages, and audited 61 packages in 4s',
      '1 high severity vulnerability',
    ],
  },
}

describe('what runners, compilers and builds say of an end', () => {
  it.each(Object.entries(outputs))('stays at every budget: %s', (_name, { noise, verdicts }) => {
    const half = Math.floor(noise.length / 2)
    const text = [...noise.slice(0, half), ...verdicts, '', ...noise.slice(half)].join('\n')
    for (const budget of budgets) {
      const left = new Set(compacted(text, budget).split('\n'))
      expect(verdicts.filter((line) => !left.has(line))).toEqual([])
    }
  })

  it.each(Object.entries(outputs))('is little: what passed and was built goes: %s', (_name, { noise, verdicts }) => {
    const text = [...noise, ...verdicts].join('\n')
    expect(compacted(text, 0.9).length).toBeLessThan(text.length / 2)
  })
})
