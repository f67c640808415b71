// What programs say of a failure, by itself and behind a log, at the budgets at which results are sent.

import { describe, expect, it } from 'vitest'
import { compacted } from './compacted.ts'

const log = Array.from(
  { length: 60 },
  (_, at) => `[12:00:${at + 10}] worker ${at % 4} handled job ${1000 + at * 7} in ${((at * 13) % 90) + 3} ms`,
).join('\n')

/** Each with what has to stay of it. */
const outputs: Readonly<Record<string, readonly [text: string, stays: readonly string[]]>> = {
  ansible: [
    `PLAY [web] *********************************************************************

TASK [Gathering Facts] *********************************************************
ok: [web-1]
ok: [web-2]

TASK [Restart app] *************************************************************
changed: [web-1]
fatal: [web-2]: FAILED! => {"changed": false, "msg": "Could not find the requested service shop: host"}

PLAY RECAP *********************************************************************
web-1                      : ok=2    changed=1    unreachable=0    failed=0    skipped=0
web-2                      : ok=1    changed=0    unreachable=0    failed=1    skipped=0`,
    [
      'TASK [Restart app] *************************************************************',
      'fatal: [web-2]: FAILED! => {"changed": false, "msg": "Could not find the requested service shop: host"}',
      'web-2                      : ok=1    changed=0    unreachable=0    failed=1    skipped=0',
    ],
  ],
  'a panic of go': [
    `panic: runtime error: index out of range [3] with length 3

goroutine 1 [running]:
example.com/shop.Refund(...)
	/home/u/shop/order.go:71
main.main()
	/home/u/shop/main.go:9 +0x1d
exit status 2`,
    ['panic: runtime error: index out of range [3] with length 3'],
  ],
  'a panic of rust': [
    `thread 'main' panicked at src/main.rs:9:10:
called \`Option::unwrap()\` on a \`None\` value
stack backtrace:
   0: rust_begin_unwind
   1: core::panicking::panic_fmt
   2: core::option::unwrap_failed
   3: shop::order::refund
             at ./src/order.rs:71:9
note: Some details are omitted, run with \`RUST_BACKTRACE=full\` for a verbose backtrace.`,
    ['called `Option::unwrap()` on a `None` value'],
  ],
  'make and ld': [
    `cc -O2 -c -o main.o main.c
cc -O2 -c -o util.o util.c
cc -o app main.o util.o -lssl
/usr/bin/ld: cannot find -lssl: No such file or directory
collect2: error: ld returned 1 exit status
make[1]: *** [Makefile:12: app] Error 1
make[1]: Leaving directory '/home/u/app'
make: *** [Makefile:4: all] Error 2`,
    ['/usr/bin/ld: cannot find -lssl: No such file or directory'],
  ],
  'a test in TAP': [
    `ok 1 - cart is empty
not ok 2 - total adds shipping
#   Failed test 'total adds shipping'
#   at t/order.t line 18.
#          got: '1200'
#     expected: '1250'
ok 3 - stock
1..3
# Looks like you failed 1 test of 3.`,
    ['not ok 2 - total adds shipping', "#          got: '1200'", "#     expected: '1250'"],
  ],
  'a merge': [
    `Auto-merging README.md
Auto-merging src/a.ts
CONFLICT (content): Merge conflict in src/a.ts
CONFLICT (modify/delete): src/d.ts deleted in HEAD and modified in feature.  Version feature of src/d.ts left in tree.
Automatic merge failed; fix conflicts and then commit the result.`,
    [
      'CONFLICT (content): Merge conflict in src/a.ts',
      'CONFLICT (modify/delete): src/d.ts deleted in HEAD and modified in feature.  Version feature of src/d.ts left in tree.',
      'Automatic merge failed; fix conflicts and then commit the result.',
    ],
  ],
  'a plan of terraform': [
    `Terraform will perform the following actions:

  # aws_iam_role.old will be destroyed
  # (because aws_iam_role.old is not in configuration)
  - resource "aws_iam_role" "old" {
      - arn                   = "arn:aws:iam::123456789012:role/old" -> null
      - name                  = "old" -> null
    }

Plan: 0 to add, 0 to change, 1 to destroy.

Changes to Outputs:
  ~ db_endpoint = "main.abc123.eu-west-1.rds.amazonaws.com" -> (known after apply)`,
    ['Plan: 0 to add, 0 to change, 1 to destroy.'],
  ],
  rspec: [
    `...F..*..

Pending: (Failures listed here are expected and do not affect your suite's status)

  1) Order refunds partially
     # Not yet implemented
     # ./spec/order_spec.rb:31

Failures:

  1) Order total adds shipping
     Failure/Error: expect(order.total).to eq(1250)

       expected: 1250
            got: 1200

       (compared using ==)
     # ./spec/order_spec.rb:18:in \`block (3 levels) in <top (required)>'

Finished in 0.41 seconds (files took 1.2 seconds to load)
9 examples, 1 failure, 1 pending

Failed examples:

rspec ./spec/order_spec.rb:14 # Order total adds shipping`,
    ['  1) Order total adds shipping', '     Failure/Error: expect(order.total).to eq(1250)'],
  ],
  valgrind: [
    `==4711== Invalid read of size 4
==4711==    at 0x109171: refund (order.c:71)
==4711==    by 0x1091B2: run (checkout.c:33)
==4711==    by 0x1091DF: main (main.c:9)
==4711==  Address 0x0 is not stack'd, malloc'd or (recently) free'd
==4711== 
==4711== HEAP SUMMARY:
==4711==     in use at exit: 72 bytes in 1 blocks
==4711==   total heap usage: 3 allocs, 2 frees, 1,144 bytes allocated
==4711== 
==4711== LEAK SUMMARY:
==4711==    definitely lost: 72 bytes in 1 blocks
==4711== ERROR SUMMARY: 1 errors from 1 contexts (suppressed: 0 from 0)`,
    [
      '==4711== Invalid read of size 4',
      '==4711==    at 0x109171: refund (order.c:71)',
      '==4711==    definitely lost: 72 bytes in 1 blocks',
    ],
  ],
  testify: [
    `--- FAIL: TestTotal (0.00s)
    order_test.go:18: 
        	Error Trace:	/home/u/shop/order_test.go:18
        	Error:      	Not equal: 
        	            	expected: 1250
        	            	actual  : 1200
        	Test:       	TestTotal
--- FAIL: TestRefund (0.00s)
    order_test.go:40: 
        	Error Trace:	/home/u/shop/order_test.go:40
        	Error:      	Not equal: 
        	            	expected: 7
        	            	actual  : 9
        	Test:       	TestRefund
FAIL
FAIL	example.com/shop	0.004s`,
    ['        	            	expected: 7', '        	            	actual  : 9'],
  ],
  pip: [
    `Collecting shop==1.0
  Downloading shop-1.0.tar.gz (12 kB)
ERROR: Cannot install shop==1.0 and requests==2.20 because these package versions have conflicting dependencies.

The conflict is caused by:
    The user requested requests==2.20
    shop 1.0 depends on requests>=2.31

To fix this you could try to:
1. loosen the range of package versions you've specified
2. remove package versions to allow pip attempt to solve the dependency conflict

ERROR: ResolutionImpossible: for help visit https://pip.pypa.io/en/latest/topics/dependency-resolution/`,
    ['    The user requested requests==2.20', '    shop 1.0 depends on requests>=2.31'],
  ],
  vitest: [
    ` FAIL  test/order.test.ts > total adds shipping
AssertionError: expected { total: 1200, paid: false } to deeply equal { total: 1250, paid: false }

- Expected
+ Received

  {
    "paid": false,
-   "total": 1250,
+   "total": 1200,
  }

 Test Files  1 failed (1)`,
    ['- Expected', '+ Received'],
  ],
  unittest: [
    `..F.E
======================================================================
ERROR: test_refund (tests.test_order.OrderTest.test_refund)
----------------------------------------------------------------------
Traceback (most recent call last):
  File "/home/u/shop/tests/test_order.py", line 44, in test_refund
    order.refund(None)
  File "/home/u/shop/shop/order.py", line 71, in refund
    return self.paid - amount
           ~~~~~~~~~~^~~~~~~~
TypeError: unsupported operand type(s) for -: 'int' and 'NoneType'

----------------------------------------------------------------------
Ran 5 tests in 0.003s

FAILED (failures=1, errors=1)`,
    ['  File "/home/u/shop/shop/order.py", line 71, in refund', '    return self.paid - amount'],
  ],
  'npm audit': [
    `# npm audit report

lodash  <=4.17.20
Severity: high
Command Injection in lodash - https://github.com/advisories/GHSA-35jh-r3h4-6jhm
fix available via \`npm audit fix\`
node_modules/lodash

semver  <5.7.2
Severity: moderate
semver vulnerable to Regular Expression Denial of Service - https://github.com/advisories/GHSA-c2qf-rxjj-qqgw
No fix available
node_modules/semver

2 vulnerabilities (1 moderate, 1 high)`,
    ['lodash  <=4.17.20', 'Severity: high', 'semver  <5.7.2', 'Severity: moderate', 'No fix available'],
  ],
}

describe('what programs say of a failure', () => {
  it.each(Object.entries(outputs))('stays, by itself and behind a log: %s', (_name, [text, stays]) => {
    for (const whole of [text, `${log}\n${text}`])
      for (const budget of [0.5, 0.68, 0.7, 0.72, 0.74, 0.76]) {
        const left = new Set(compacted(whole, budget).split('\n'))
        expect(stays.filter((line) => !left.has(line))).toEqual([])
      }
  })
})

describe('words of failure in a source file', () => {
  const source = Array.from(
    { length: 40 },
    (_, at) => `def check_${at}(order, total):
    if total < order.minimum(${at}):
        raise ValueError(f'invalid total {total} of order ${at}')
    return order.failed.count(total) + ${at}
`,
  ).join('\n')

  it('pin none of its lines', () => {
    expect(compacted(source, 0.76).length).toBeLessThan(0.85 * source.length)
    expect(
      compacted(source, 1)
        .split('\n')
        .filter((line) => line.includes('invalid')).length,
    ).toBeLessThan(20)
  })
})
