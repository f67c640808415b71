import { describe, expect, it } from 'vitest'
import { shellOutputOf, shellOutputs } from '../../../../core/transcript/answers/shell-output.ts'

const manual = `usage: lamps [-h] [--open DOOR] COMMAND

Lights lamps.

options:
  -h, --help   shows this
  --open DOOR  opens a door (src/doors.ts has them)
  --lit        lights the lamps`
const details = `total 24
drwxr-xr-x  2 root root  4096 Oct 24  2024 docs
-rw-r--r--  1 root root   485 Oct 24  2024 package.json
-rwxr-xr-x+ 1 root root 10485 Oct 24 20:24 run me.sh`
const tree = `.:
docs
package.json

./docs:
api.md
deploy.md`
const names = `./docs/api.md
./docs/deploy.md
./package.json`
const pytest = `============================= test session starts ==============================
collected 2 items

tests/test_a.py .F                                                       [100%]

Traceback (most recent call last):
  File "a.py", line 1, in <module>
========================= 1 failed, 1 passed in 0.12s ==========================`
const unittest = `.${'.\n'.repeat(9_000)}
----------------------------------------------------------------------
Ran 9000 tests in 1.204s

OK`
const trace = `starting
Traceback (most recent call last):
  File "a.py", line 1, in <module>
    total(basket)
ValueError: 3`
const steps = `updating environment: 2 added
reading sources... [ 50%] api
reading sources... [100%] index
build succeeded.`
const brief = `Switched to branch 'main'
drwxr-xr-x is how a folder is shown
one
two words`

const long = Array.from({ length: 60 }, (_, at) => `PASS src/basket-${at}.test.ts (${at} ms)`).join('\n')

const samples = { manual, details, tree, names, tests: pytest, trace, steps, brief, long }

describe('what the output of a command is', () => {
  it.each(shellOutputs)('is told by what it prints: %s', (output) => {
    expect(shellOutputOf(samples[output])).toBe(output)
  })

  it.each(shellOutputs)('is the same in what agents put around it: %s', (output) => {
    const text = samples[output]
    expect(shellOutputOf(`<returncode>0</returncode>\n<output>\n${text}\n</output>`)).toBe(output)
    expect(shellOutputOf(JSON.stringify({ output: text, metadata: { exit_code: 0 } }))).toBe(output)
    expect(shellOutputOf(JSON.stringify([{ type: 'text', text }]))).toBe(output)
  })

  it('is told by the end of a long report', () => {
    expect(shellOutputOf(unittest)).toBe('tests')
  })

  it('is told through colours', () => {
    expect(shellOutputOf(pytest.replace(/^=.*$/gm, '\u001b[1m$&\u001b[0m'))).toBe('tests')
  })

  it.each([
    ['no line', ''],
    ['one name', 'package.json'],
    ['one step', 'uploading [ 50%]'],
    ['numbers alone', '1\n2\n3\n4'],
    ['sentences', 'It has been done.\nAll of it is there.\nNothing is missing.'],
    ['records', '{"items":[1,2,3]}'],
  ])('is anything where nothing tells it: %s', (_, text) => {
    expect(shellOutputOf(text)).toBe('brief')
  })

  it('takes time by the ends of a text alone', () => {
    const huge = `${'='.repeat(4_000)}\n${'a 1 passed '.repeat(200_000)}`
    const since = process.cpuUsage()
    expect(shellOutputOf(huge)).toBe('long')
    expect(process.cpuUsage(since).user).toBeLessThan(500_000)
  })

  it.each([
    ['a long line of signs', '='],
    ['empty lines', '\n'],
    ['returns', '\r'],
    ['separators of lines', '\u2028'],
    ['blanks at the ends of lines', ' \n\t'],
  ])('takes no longer for %s', (_, unit) => {
    const text = unit.repeat(10_000)
    const since = process.cpuUsage()
    for (let round = 0; round < 20; round += 1) expect(shellOutputOf(`${text}${round}`)).toBe('long')
    expect(process.cpuUsage(since).user).toBeLessThan(250_000)
  })
})
