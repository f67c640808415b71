import { describe, expect, it } from 'vitest'
import { judgeCall } from '../../../../core/transcript/calls/tool-call.ts'

/** `!` says that there may be more files, `+` marks a file that is overwritten, `part of` one that is read in part. */
const filesOf = (name: string, input: unknown): string[] => {
  const { reads, complete, writes } = judgeCall({ name, input })
  return [
    ...(complete ? [] : ['!']),
    ...reads.map(({ path, part }) => (part === '' ? path : `part of ${path}`)),
    ...writes.map((path) => `+${path}`),
  ]
}

describe('the files of a tool call', () => {
  it.each([
    ['Read', { file_path: '/r/a.ts' }, ['/r/a.ts']],
    ['Read', { file_path: '/r/a.ts', offset: 10, limit: 5 }, ['part of /r/a.ts']],
    ['read_file', '{"path":"a.ts","start_line":null}', ['a.ts']],
    ['mcp__files__read_multiple_files', { paths: ['a', 'b'] }, ['a', 'b']],
    ['Edit', { file_path: 'a', old_string: 'x', new_string: 'y' }, ['!']],
    ['Write', { file_path: 'a', content: 'x' }, ['!', '+a']],
    ['write_file', { path: 'a', content: 'x', mode: 'append' }, ['!']],
    ['NotebookEdit', { notebook_path: 'a.ipynb', new_source: 'x' }, ['!']],
    ['str_replace_based_edit_tool', { command: 'view', path: 'a' }, ['a']],
    ['str_replace_based_edit_tool', { command: 'view', path: 'a', view_range: [1, 2] }, ['part of a']],
    ['str_replace_based_edit_tool', { command: 'create', path: 'a', file_text: 'x' }, ['!', '+a']],
    ['str_replace_editor', { command: 'str_replace', path: 'a', old_str: 'x' }, ['!']],
    ['str_replace_editor', { command: 'undo_edit', path: 'a' }, ['!']],
    [
      'apply_patch',
      '*** Begin Patch\n*** Update File: a b.ts\n@@\n-x\n*** Add File: c d \n+y\n*** Delete File: e\n*** End Patch',
      ['!', '+c d', '+e'],
    ],
    ['apply_patch', { input: '*** Update File: a\n*** Move to: b' }, ['!']],
    ['open', { path: 'a' }, ['!']],
    ['Read', { file_path: 'a', path: 'b' }, ['!']],
    ['Read', { file_path: 7 }, ['!']],
    ['Read', 'a.ts', ['!']],
    ['Grep', { path: 'a' }, ['!']],
    ['scroll_down', {}, ['!']],
    ['weather', { path: 'a' }, ['!']],
    ['Bash', {}, ['!']],
  ])('are known for %s %j', (name, input, expected) => {
    expect(filesOf(name, input)).toEqual(expected)
  })

  it.each([
    ['cat a.ts', ['a.ts']],
    ['cat -n a.ts b.ts', ['a.ts', 'b.ts']],
    ['nl -ba a.ts', ['a.ts']],
    ["nl -ba a.ts | sed -n '1,9p'", ['part of a.ts']],
    ['cat a.ts | head -5', ['part of a.ts']],
    ["sed -n '1,9p' a.ts", ['part of a.ts']],
    ['sed -n -e 1p -e 2p a.ts', ['part of a.ts']],
    ['head -n 5 a.ts', ['part of a.ts']],
    ['tail -5 a.ts b.ts', ['part of a.ts', 'part of b.ts']],
    ['cd /r && cat a.ts', ['/r/a.ts']],
    ['cd /r/; cd src && cat a.ts /b.ts', ['/r/src/a.ts', '/b.ts']],
    ['X=1 cat a.ts', ['a.ts']],
    ['cat a.ts && echo and && cat b.ts', ['a.ts', 'b.ts']],
    ['npm test; cat a.ts', ['a.ts']],
    ['bash -lc "cat a.ts"', ['a.ts']],
    ["sed -i 's/x/y/' a.ts", []],
    ["sed -i.bak -E 's/x/y/' a.ts b.ts", []],
    ["sed -n --in-place=.bak 's/x/y/p' a.ts && cat b.ts", ['b.ts']],
    ["cat <<'EOF' > a.ts\ncat b.ts\nEOF", ['+a.ts']],
    ['echo x >| a.ts', ['+a.ts']],
    ['echo x >> a.ts', []],
    ['cat a.ts; echo x >> a.ts', ['a.ts']],
    ['make | tee a.log b.log', ['+a.log', '+b.log']],
    ['make | tee -a a.log', []],
    ["apply_patch <<'EOF'\n*** Update File: a.ts\n*** Add File: b.ts\nEOF", ['+b.ts']],
    ['cat a.ts 2>/dev/null', ['a.ts']],
    ['npm test > /dev/null', []],
    ['git status', []],
  ])('are known for the command %j', (command, expected) => {
    expect(filesOf('Bash', { command })).toEqual(expected)
  })

  it.each([
    ['cat $FILE', ['!']],
    ['cat *.ts', ['!']],
    ['cat < a.ts', ['!']],
    ['cat a.ts > b.ts', ['!', '+b.ts']],
    ['cat a.ts > /dev/stderr', ['!']],
    ['cat a.ts || cat b.ts', ['!', 'a.ts']],
    ['grep x a.ts', ['!']],
    ['grep x a.ts && cat b.ts', ['!']],
    ['npm test && cat a.ts', ['!']],
    ["npm test && sed -i 's/x/y/' a.ts", []],
    ["false || sed -i 's/x/y/' a.ts", []],
    ['cat a.ts | xargs cat', ['!', 'part of a.ts']],
    ['cat a.ts | cat - b.ts', ['!', 'part of a.ts']],
    ['cat a.ts | sed -n "$n"', ['!', 'part of a.ts']],
    ['cat a.ts; git diff', ['!', 'a.ts']],
    ['cd $DIR && cat a.ts', ['!']],
    ['cd - && cat a.ts', ['!']],
    ['for f in a b; do cat $f; done', ['!']],
    ['if x; then cat a.ts; fi', ['!']],
    ['sudo cat a.ts', ['!']],
    ['sed --expression=p a.ts', ['!']],
    ['python - <<EOF\nprint(1)\nEOF\ncat a.ts $(ls)', ['!']],
    ["cat a.ts; python -c 'print(open(1).read())'", ['!', 'a.ts']],
    ["cat a.ts | python -c 'print(open(1).read())'", ['!', 'part of a.ts']],
    ['cat a.ts; git log -p', ['!', 'a.ts']],
    ['cat a.ts | diff - b.ts', ['!', 'part of a.ts']],
    ['make | tee $OPTIONS a.log', ['!']],
    ['bash -lc "for f in a; do cat a; done"', ['!']],
  ])('may be more for the command %j', (command, expected) => {
    expect(filesOf('Bash', { command })).toEqual(expected)
  })

  it.each([
    ['[ -f a ] && exit 0; echo hi > a', ['!']],
    ['test -f a && exit 0; echo hi > a', []],
    ['set -e; make test; cat > a <<E\nx\nE', []],
    ['set -euo pipefail\nmake\ncat a', ['!']],
    ['set -o errexit; make; echo x > a', []],
    ['set $OPTIONS; make; echo x > a', []],
    ['bash -ec "make; echo x > a"', ['!']],
    ['cd src || exit; echo x > /a', []],
    ['make || return; echo x > a', []],
    ['exec make; echo x > a', ['!']],
    ['set -x; make; echo x > a', ['+a']],
    ['echo x > a; exit', ['+a']],
    ['bash -xc "make; echo x > a"', ['+a']],
  ])('may be fewer for the command %j, which may end early', (command, expected) => {
    expect(filesOf('Bash', { command })).toEqual(expected)
  })

  it('are relative to the working directory of the call', () => {
    expect(filesOf('shell', { command: ['bash', '-lc', "sed -n '1p' src/a.ts"], workdir: '/r' })).toEqual([
      'part of /r/src/a.ts',
    ])
    expect(filesOf('shell', { command: ['cat', 'a b.ts'], cwd: '/r' })).toEqual(['/r/a b.ts'])
    expect(filesOf('local_shell_call', { action: { command: ['cat', "it's.ts"], working_directory: '/r' } })).toEqual([
      "/r/it's.ts",
    ])
  })

  it('are unknown if there are too many, or if a path is too long', () => {
    const paths = Array.from({ length: 21 }, (_, index) => `f${index}`)
    expect(filesOf('read_files', { paths: paths.slice(1) })).toHaveLength(20)
    expect(filesOf('read_files', { paths })).toEqual(['!'])
    expect(filesOf('Bash', { command: `cat ${paths.join(' ')}` })).toEqual(['!'])
    expect(filesOf('Read', { path: 'a'.repeat(401) })).toEqual(['!'])
    expect(filesOf('Read', { path: 'a', note: 'b'.repeat(401) })).toEqual(['!'])
    expect(filesOf('Write', { path: 'a'.repeat(401) })).toEqual(['!'])
    expect(filesOf('Bash', { command: `cd ${'a'.repeat(401)} && cat b` })).toEqual(['!'])
  })

  it.each([
    ['cd src', true],
    ['pushd src', true],
    ['(cd src; ls)', true],
    ['ls && cd src && ls', true],
    ['bash -c "cd src; ls"', false],
    ['cat cd.ts', false],
  ])('the command %j may change the working directory: %s', (command, moves) => {
    expect(judgeCall({ name: 'Bash', input: { command } }).moves).toBe(moves)
  })

  it.each([
    'cat a|'.repeat(5_000),
    'cat a;'.repeat(5_000),
    'cd a && '.repeat(25_000),
    `sed ${'-n '.repeat(12_000)}`,
    `sed -i s/a/b/ ${'a '.repeat(50_000)}`,
    `head ${'a '.repeat(50_000)}`,
    `tee ${'a '.repeat(50_000)}`,
    `${'python '.repeat(15_000)}(`,
    `${"python -c 'a' open;".repeat(5_000)}(`,
    `${'-c '.repeat(30_000)}(`,
    `$(${' '.repeat(100_000)}`,
    `(-${'c'.repeat(100_000)}!`,
  ])('are found in linear time in a call', (command) => {
    const since = process.cpuUsage()
    judgeCall({ name: 'Bash', input: { command } })
    expect(process.cpuUsage(since).user).toBeLessThan(2_000_000)
  })

  it.each([
    `*** Add File: a${' '.repeat(100_000)}b`,
    `*** Add File: ${' '.repeat(100_000)}`,
    '*** Add File: a '.repeat(6_000),
    '*** Add File: a\n'.repeat(6_000),
  ])('are found in linear time in a patch', (patch) => {
    const since = process.cpuUsage()
    judgeCall({ name: 'apply_patch', input: patch })
    expect(process.cpuUsage(since).user).toBeLessThan(500_000)
  })
})
