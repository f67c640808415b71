import { describe, expect, it } from 'vitest'
import { commandsOf } from '../../../../core/transcript/calls/shell-words.ts'

const said = (line: string) =>
  commandsOf(line)?.map(({ joint, words, outputs }) =>
    [joint, ...words.map((word) => word ?? '?'), ...outputs.map((output) => `>${output ?? '?'}`)].join(' '),
  )

describe('a command line', () => {
  it.each([
    ['cat a.ts', [' cat a.ts']],
    [
      "cd /x && sed -n '1,5p' 'a b'.ts | head -3 2>&1 > out.txt",
      [' cd /x', '&& sed -n 1,5p a b.ts', '| head -3 >out.txt'],
    ],
    ['x; y & z || w\nv |& u', [' x', '; y', '; z', '|| w', '; v', '| u']],
    [String.raw`echo "x\"y" a\ b "\n" '\n'`, [String.raw` echo x"y a b \n \n`]],
    ['echo a"b"\'c\' "" d', [' echo abc  d']],
    ['echo $x "a $y" a* [b] {c,d} ~/e f~g h#i', [' echo ? ? ? ? ? ? f~g h#i']],
    ['ls # and && more\npwd', [' ls', '; pwd']],
    ['a 2>err 1>out &>both >>more >| last 3>&1', [' a >out >both >? >last']],
    ['cat < in', [' cat ?']],
    ['f <<< "x y" z', [' f z']],
    ['a \\\n b', [' a b']],
    ['', []],
  ])('%j has these commands', (line, expected) => {
    expect(said(line)).toEqual(expected)
  })

  it('reads here-documents, whatever they contain', () => {
    const commands = commandsOf("cat <<'EOF' > f.py && run <<-END\nprint('cat x > y\nEOF\n\tmore `\n\tEND\npython f.py")
    expect(commands).toEqual([
      { joint: '', words: ['cat'], outputs: ['f.py'], input: "print('cat x > y\n" },
      { joint: '&&', words: ['run'], outputs: [], input: '\tmore `\n' },
      { joint: ';', words: ['python', 'f.py'], outputs: [], input: '' },
    ])
  })

  it.each([
    'cat $(ls)',
    'cat `ls`',
    '"$(ls)"',
    '"`ls`"',
    '(cd x; ls)',
    "it's",
    '"open',
    'cat <<EOF\nno end',
    'cat <<EOF',
    'diff <(a) <(b)',
  ])('%j has no known commands', (line) => {
    expect(commandsOf(line)).toBeUndefined()
  })

  it.each([
    'a '.repeat(12_000),
    '"'.repeat(50_001),
    "'a'".repeat(25_000),
    'a|'.repeat(25_000),
    'a <<E\n'.repeat(12_000),
    'cat <<E\nE\n'.repeat(20_000),
    '\\'.repeat(50_001),
    '"\\a'.repeat(25_000),
    '>'.repeat(12_000),
    '$'.repeat(12_000),
  ])('is read in linear time', (line) => {
    const since = process.cpuUsage()
    commandsOf(line)
    expect(process.cpuUsage(since).user).toBeLessThan(1_000_000)
  })
})
