import { describe, expect, it } from 'vitest'
import { judgeCall } from '../../../core/transcript/tool-call.ts'

const shell = (command: unknown) => ({ name: 'Bash', input: { command } })

describe('whether a call may have read files', () => {
  it.each([
    { name: 'Read', input: { file_path: 'a.ts' } },
    { name: 'read_file', input: '{"path":"a.ts"}' },
    { name: 'mcp__filesystem__read_text_file', input: {} },
    { name: 'functions.read_file', input: {} },
    { name: 'str_replace_based_edit_tool', input: { command: 'view', path: 'a' } },
    { name: 'Grep', input: { pattern: 'x' } },
    { name: 'Bash', input: {} },
    { name: 'Bash', input: 'cat a.ts' },
    { name: 'exec_command', input: '{"cmd":"sed -n 1,20p a.ts"}' },
    { name: 'local_shell_call', input: { action: { type: 'exec', command: ['bash', '-lc', 'head -5 a.ts'] } } },
    shell('cat a.ts'),
    shell('cd src && cat a.ts'),
    shell('FOO=1 /bin/cat a.ts | wc -l'),
    shell('grep -rn "a|b" src'),
    shell('git diff HEAD~1'),
    shell('git -C sub show HEAD:a.ts'),
    shell('find . -name "*.ts" -exec grep -l x {} +'),
    shell('ls | xargs grep foo'),
    shell('sudo cat /etc/hosts'),
    shell('bash -c "tail -3 a.log"'),
    shell('echo $(cat a.ts)'),
    shell(['sh', '-c', 'nl a.ts']),
    shell('make\nsed -n 1,9p Makefile'),
    shell('for f in a b; do cat $f; done'),
    shell('if true; then head a.ts; fi'),
    shell('$PAGER a.ts; cat b.ts'),
    shell("bash -c 'make; cat a.ts' x"),
    shell("echo it's; cat a.ts"),
  ])('is so for $name $input', (call) => {
    expect(judgeCall(call).mayRead).toBe(true)
  })

  it.each([
    { name: 'get_reservation_details', input: { id: 'A1' } },
    { name: 'web_search', input: { query: 'cat' } },
    shell('npm test'),
    shell('python -m pytest tests | tail -50'),
    shell('npm run build 2>&1 | grep -i error'),
    shell('git status && git log --oneline'),
    shell('ls -la src'),
    shell(['make', 'all']),
    shell('echo "first; cat a.ts"'),
    shell("python - <<'E'\ncat a\nE"),
    { name: 'exec_command', input: '{"cmd":"cargo test"}' },
  ])('is not so for $name $input', (call) => {
    expect(judgeCall(call).mayRead).toBe(false)
  })
})
