// Rows of lists and of drawn tables, warnings, documents of YAML and options: what names a thing stays where the rest goes.

import { describe, expect, it } from 'vitest'
import { compacted } from './compacted.ts'

/** Budgets at which results are sent, and deeper ones. */
const depths = [0.68, 0.7, 0.72, 0.74, 0.77, 0.8] as const
const words =
  'lamp kettle garden shelf stove window drawer carpet mirror basket bottle candle ladder pillow hammer button'.split(
    ' ',
  )
const word = (at: number): string => words[at % words.length] ?? ''
const hex = (at: number, length: number): string =>
  Array.from({ length }, (_, place) => ((at * 7 + place * 11 + ((at * place) % 5)) % 16).toString(16)).join('')
const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n')
const wrapped = (text: string): string => `<returncode>0</returncode>\n<output>\n${text}\n</output>`

describe('a list without a number of its rows', () => {
  it.each([
    ['pip freeze', lines(24, (at) => `${word(at)}-${at}==${at % 5}.${at % 13}.${at % 7}`)],
    ['npm ls', `house@1.4.0 /srv/house\n${lines(24, (at) => `├── @house/${word(at)}@${at % 6}.${at % 11}.${at % 5}`)}`],
    ['sha256sum', lines(24, (at) => `${hex(at, 64)}  dist/${word(at)}-${at}.tar.gz`)],
    [
      'git branch -a',
      `* main\n${lines(9, (at) => `  ${word(at)}`)}\n${lines(20, (at) => `  remotes/origin/${word(at)}/${word(at * 3 + 1)}-${at}`)}`,
    ],
    ['git worktree list', lines(14, (at) => `/srv/trees/${word(at)}-${at}  ${hex(at, 8)} [feature/${word(at)}]`)],
    ['git stash list', lines(16, (at) => `stash@{${at}}: WIP on ${word(at)}: ${hex(at, 7)} Open the ${word(at * 3)}`)],
    ['git log --oneline', lines(24, (at) => `${hex(at, 7)} Open the ${word(at * 3)} when the ${word(at)} is lit`)],
    ['env', lines(24, (at) => `${word(at).toUpperCase()}_URL=/srv/${word(at)}/${at}`)],
    ['getent passwd', lines(24, (at) => `${word(at)}${at}:x:${at}:${at}:${word(at)}:/var/${word(at)}:/bin/sh`)],
    [
      'systemctl',
      `  UNIT                 LOAD   ACTIVE SUB     DESCRIPTION\n${lines(24, (at) => `  ${`${word(at)}.service`.padEnd(20)} loaded active running The ${word(at)} of the house`)}`,
    ],
    [
      'apt list',
      lines(24, (at) => `lib${word(at)}/stable ${at % 4}.${at % 7}.${at}-1 amd64 [upgradable from: 1.${at}-1]`),
    ],
    [
      'crontab',
      lines(20, (at) => `${at} ${at % 24} * * * /srv/bin/${word(at)} --${word(at + 3)} >> /var/${word(at)}.log`),
    ],
    [
      'mount',
      'proc on /proc type proc (rw,relatime)\nsysfs on /sys type sysfs (rw,relatime)\ndevtmpfs on /dev type devtmpfs (rw,relatime,size=12334524k,mode=755)\ntmpfs on /dev/shm type tmpfs (rw,relatime,size=24684096k)\ndevpts on /dev/pts type devpts (rw,relatime,mode=600,ptmxmode=000)\n/dev/vda on / type ext4 (rw,relatime,discard)\nlamps on /mnt/lamps/python type tmpfs (ro,nosuid,nodev,relatime,size=4k)\ncgroup on /sys/fs/cgroup/cpu type cgroup (rw,relatime,cpu)\ncgroup on /sys/fs/cgroup/pids type cgroup (rw,relatime,pids)',
    ],
    ['du', lines(24, (at) => `${at * 37 + 4}K\t./src/${word(at)}/${at}.ts`)],
    ['npm warnings', lines(14, (at) => `npm warn deprecated ${word(at)}@${at}.0.1: use ${word(at + 3)} instead`)],
  ])('keeps them: %s', (_name, text) => {
    for (const whole of [text, wrapped(text)])
      for (const budget of depths) {
        const left = compacted(whole, budget).split('\n')
        for (const line of text.split('\n')) expect(left, `${budget}`).toContain(line)
      }
  })

  it('keeps the names of packages, and the versions of all or of none', () => {
    const name = (at: number): string => `${word(at)}-${at}`
    const text = `Package            Version\n------------------ ---------\n${lines(48, (at) => `${name(at).padEnd(18)} ${at % 5}.${at % 13}.${at % 7}`)}\n`
    let shortest = text.length
    for (const budget of depths) {
      const rest = compacted(wrapped(text), budget)
      shortest = Math.min(shortest, rest.length)
      const left = rest.split('\n').filter((line) => /[a-z]-\d/.test(line))
      expect(
        left.map((line) => line.split(' ')[0]),
        `${budget}`,
      ).toEqual(Array.from({ length: 48 }, (_, at) => name(at)))
      const versions = left.slice(1, -1).filter((line) => /\d\.\d/.test(line)).length
      expect([0, 46], `${budget}`).toContain(versions)
    }
    expect(shortest).toBeLessThan(text.length / 2)
  })
})

describe('a table that is drawn', () => {
  const names = ['id', 'email', 'state', 'made']
  const rows = Array.from({ length: 30 }, (_, at) => [
    `${at + 10}`,
    `${word(at)}${at}@house.test`,
    at === 22 ? 'locked' : 'active',
    `2026-10-${(at % 18) + 10}`,
  ])
  const widths = names.map((name, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0), name.length))
  const row = (cells: readonly string[], [left, between, right]: readonly [string, string, string]): string =>
    `${left}${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(between)}${right}`.trimEnd()
  const dashes = (sign: string, more: number): string[] => widths.map((width) => sign.repeat(width + more))
  const light = (left: string, between: string, right: string): string =>
    `${left}${dashes('─', 2).join(between)}${right}`

  it.each([
    [
      'psql with lines of Unicode',
      [row(names, [' ', ' │ ', '']), light('', '┼', '')],
      (cells: readonly string[]) => row(cells, [' ', ' │ ', '']),
      '(30 rows)',
    ],
    [
      'a box',
      [light('┌', '┬', '┐'), row(names, ['│ ', ' │ ', ' │']), light('├', '┼', '┤')],
      (cells: readonly string[]) => row(cells, ['│ ', ' │ ', ' │']),
      light('└', '┴', '┘'),
    ],
    [
      'psql without a border',
      [row(names, ['', ' ', '']), dashes('-', 0).join(' ')],
      (cells: readonly string[]) => row(cells, ['', ' ', '']),
      '(30 rows)',
    ],
    [
      'columns of SQLite',
      [row(names, ['', '  ', '']), dashes('-', 0).join('  ')],
      (cells: readonly string[]) => row(cells, ['', '  ', '']),
      '',
    ],
  ])('keeps its rows: %s', (_name, head, rowOf, foot) => {
    const text = [...head, ...rows.map(rowOf), foot, ''].join('\n')
    for (const budget of depths) {
      const left = compacted(text, budget).split('\n')
      for (const line of [...head.filter((one) => one.includes('email')), ...rows.map(rowOf)])
        expect(left, `${budget}`).toContain(line)
      if (foot.startsWith('(')) expect(left, `${budget}`).toContain(foot)
    }
  })

  it('loses the ordinary ones of many samples', () => {
    const samples = lines(90, (at) => `2026-10-10 10:${10 + (at % 50)} │ ${40 + (at % 9)}.5 │ ok    `)
    const text = ` at               │ load │ state \n──────────────────┼──────┼───────\n${samples}\n(90 rows)\n`
    expect(compacted(text, 0.77).length).toBeLessThan(text.length / 2)
    expect(compacted(text, 0.77)).toContain('(90 rows)')
  })
})

describe('a record of a database', () => {
  const members = (at: number): readonly (readonly [string, string])[] => [
    ['id', `${at + 1}`],
    ['email', `${word(at)}@house.test`],
    ['state', at === 3 ? 'locked' : 'active'],
    ['balance', `${(at + 1) * 13}.5`],
    ['street', `${at} ${word(at)} road`],
  ]
  const records = (head: (at: number) => string, line: (key: string, value: string) => string): string =>
    lines(11, (at) => [head(at + 1), ...members(at).map(([key, value]) => line(key, value))].join('\n'))

  it.each([
    [
      'psql -x with lines of Unicode',
      records(
        (at) => `─[ RECORD ${at} ]─────`,
        (key, value) => `${key.padEnd(7)} │ ${value}`,
      ),
    ],
    [
      'psql -x in a frame',
      records(
        (at) => `+-[ RECORD ${at} ]----------+`,
        (key, value) => `| ${key.padEnd(7)} | ${value.padEnd(20)} |`,
      ),
    ],
    [
      'psql -x without a border',
      records(
        (at) => `* Record ${at}`,
        (key, value) => `${key.padEnd(7)} ${value}`,
      ),
    ],
    [
      'SQLite by lines',
      records(
        () => '',
        (key, value) => `${key.padStart(7)} = ${value}`,
      ),
    ],
  ])('keeps what names it and its state, and a key in all or in none: %s', (_name, text) => {
    for (const budget of depths) {
      const left = compacted(text, budget).split('\n')
      for (const line of text.split('\n'))
        if (/RECORD|Record|\bid\b|state/.test(line)) expect(left, `${budget}: ${line}`).toContain(line)
      for (const key of ['balance', 'street'])
        expect([0, 11], `${budget} ${key}`).toContain(left.filter((line) => line.includes(key)).length)
    }
  })
})

describe('the warnings of a compiler', () => {
  const gcc = lines(
    12,
    (at) =>
      `${word(at)}.c: In function '${word(at + 1)}_open':\n${word(at)}.c:${at + 4}:9: warning: unused variable '${word(at * 3)}' [-Wunused-variable]\n    ${at + 4} |     int ${word(at * 3)} = ${word(at)}_open(a, ${at});\n      |         ^\ninclude/${word(at)}.h:${at + 6}:6: note: '${word(at)}_open' is declared here\n    ${at + 6} | int ${word(at)}_open(int, int);\n      |     ^`,
  )
  const rustc = lines(
    12,
    (at) =>
      `warning: unused variable: \`${word(at * 3)}\`\n  --> src/${word(at)}.rs:${at + 3}:9\n   |\n${at + 3} |     let ${word(at * 3)} = ${at};\n   |         ^^^^ help: prefix it with an underscore: \`_${word(at * 3)}\`\n   |\n`,
  )
  const javac = lines(
    12,
    (at) =>
      `src/${word(at)}.java:${at + 3}: warning: [deprecation] open(int) in ${word(at)} has been deprecated\n        ${word(at)}.open(${at});\n          ^`,
  )
  it.each([
    ['gcc', gcc],
    ['rustc', rustc],
    ['javac', javac],
  ])('stay with their places: %s', (_name, text) => {
    for (const budget of depths) {
      const left = compacted(text, budget).split('\n')
      for (const line of text.split('\n'))
        if (/warning|In function|-->|note:/.test(line)) expect(left, `${budget}`).toContain(line)
    }
  })
})

describe('documents of YAML', () => {
  const service = (at: number): string =>
    `apiVersion: v1\nkind: Service\nmetadata:\n  name: ${word(at)}\n  namespace: home\n  labels:\n    app: ${word(at)}\n    tier: ${word(at + 1)}\nspec:\n  type: ClusterIP\n  ports:\n  - name: http\n    port: 80\n    targetPort: ${8000 + at}\n  selector:\n    app: ${word(at)}`
  const settings = (at: number): string =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${word(at)}-settings\ndata:\n  LEVEL: info\n  TIMEOUT: "${at * 10}"\n  ${word(at).toUpperCase()}_URL: https://${word(at)}.test/v1`
  const documents = Array.from({ length: 16 }, (_, at) => (at % 2 === 0 ? service(at) : settings(at)))

  it('keep what parts them, their kind and what names them, and a list its key', () => {
    for (const budget of depths) {
      const left = compacted(`${documents.join('\n---\n')}\n`, budget)
        .trimEnd()
        .split('\n---\n')
      expect(left, `${budget}`).toHaveLength(documents.length)
      left.forEach((document, at) => {
        const own = document.split('\n')
        for (const line of documents[at]?.split('\n') ?? [])
          if (/^(?:kind|metadata)|^ {2}name/.test(line)) expect(own, `${budget} ${at}`).toContain(line)
        if (own.includes('  - name: http')) expect(own[own.indexOf('  - name: http') - 1]).toBe('  ports:')
      })
      for (const key of ['tier', 'targetPort', 'TIMEOUT'])
        expect([0, 8], `${budget} ${key}`).toContain(left.filter((one) => one.includes(`${key}:`)).length)
    }
  })
})

describe('a manual', () => {
  const help = `Usage: house [OPTION]... [DOOR]...\nKeeps a house.\n\nLamps:\n${lines(12, (at) => `${`  -${String.fromCharCode(97 + at)}, --${word(at)}=${word(at).toUpperCase()}`.padEnd(30)}the <${word(at + 2)}> of /etc/${word(at * 3)}_${at} [=${at}]\n${' '.repeat(32)}found, or {} if there is no ${word(at + 5)}`)}\n\nDoors:\n${lines(12, (at) => `${`      --no-${word(at)}-${at}`.padEnd(30)}does not open <${word(at + 1)}_${at}>`)}\n\nCommands:\n${lines(8, (at) => `  ${word(at + 3).padEnd(12)}  ${['Opens', 'Closes'][at % 2]} the ${word(at + 7)}.`)}\n\nAsk ada@house.test.\n`
  const names = [
    ...help.matchAll(/^ {2,6}(?:-\w, )?--[\w-]+(?:=\w+)?/gm),
    ...help.matchAll(/^ {2}[a-z]+(?= {2,})/gm),
  ].map(([name]) => name.trim())

  it('keeps the name of each option and command below its heading, and all or nothing that is said of it', () => {
    expect(names).toHaveLength(32)
    let shortest = help.length
    for (const budget of depths) {
      const left = compacted(help, budget)
      shortest = Math.min(shortest, left.length)
      const own = left.split('\n').map((line) => line.trim().split(/ {2,}/)[0])
      for (const name of [...names, 'Lamps:', 'Doors:', 'Commands:']) expect(own, `${budget}`).toContain(name)
      for (let at = 0; at < 12; at += 1) {
        const first = left.includes(`the <${word(at + 2)}> of /etc/${word(at * 3)}_${at} [=${at}]`)
        expect(left.includes(`found, or {} if there is no ${word(at + 5)}\n`), `${budget} ${at}`).toBe(first)
      }
    }
    expect(shortest).toBeLessThan(0.7 * help.length)
  })
})
