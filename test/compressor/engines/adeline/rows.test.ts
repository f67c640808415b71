// Which rows of a table may go: what is left reads as the whole table.

import { describe, expect, it } from 'vitest'
import { budgets, compacted } from './compacted.ts'

const names = 'api web worker auth billing search cache mailer cron ingest gateway metrics'.split(' ')
const nameAt = (at: number): string => `${names[at % names.length]}-${at}`

/** Tables by their program: the header, an ordinary row, and the row that differs. */
const tables: Readonly<Record<string, readonly [head: string, usual: (at: number) => string, other: string]>> = {
  'docker ps -a': [
    'CONTAINER ID   IMAGE      CREATED       STATUS                     NAMES',
    (at) =>
      `${1234567 + at * 7919}ab   ${nameAt(at).padEnd(10)} ${at} days ago    Up 3 days                  ${nameAt(at)}`,
    '77aa12f09b31   shop-odd   9 days ago    Exited (137) 2 hours ago   shop-odd',
  ],
  'kubectl get deploy': [
    'NAME         READY   UP-TO-DATE   AVAILABLE   AGE',
    (at) => `${nameAt(at).padEnd(12)} 3/3     3            3           41d`,
    'shop-odd     0/3     3            0           41d',
  ],
  'Markdown, words': [
    '| service | state | owner |\n|---|---|---|',
    (at) => `| ${nameAt(at)} | healthy | team-${at % 4} |`,
    '| shop-odd | degraded | team-2 |',
  ],
  'Markdown, signs': [
    '| Feature | Linux | macOS |\n|---|---|---|',
    (at) => `| ${nameAt(at)} | ✅ | ✅ |`,
    '| shop-odd | ✅ | ❌ |',
  ],
  CSV: [
    'name,state,region,cpu',
    (at) => `${nameAt(at)},running,eu-west-1,${(at * 7) % 90}`,
    'shop-odd,terminated,eu-west-1,3',
  ],
  'helm list': [
    'NAME    \tREVISION\tUPDATED                      \tSTATUS  ',
    (at) => `${nameAt(at)}\t${at}\t2026-11-12 10:${10 + (at % 50)}:12 +0000\tdeployed`,
    'shop-odd\t7\t2026-11-12 10:11:12 +0000\tpending-upgrade',
  ],
  'npm outdated': [
    'Package       Current  Wanted  Latest  Depended by',
    (at) => `${nameAt(at).padEnd(12)}  1.${at}.0    1.${at}.9   2.0.0   app`,
    'shop-odd      MISSING  1.3.9   2.0.0   app',
  ],
  squeue: [
    ' JOBID PARTITION  NAME  USER  ST        TIME  NODES  NODELIST(REASON)',
    (at) => `${812_000 + at}  gpu        fit   alice  R  1-02:1${at % 10}      1  node-${at}`,
    '812099  gpu        fit   alice  PD     0:00      1  (QOSMaxGRESPerUser)',
  ],
  'terraform workspace as TSV': [
    'workspace\tlocked\tresources',
    (at) => `${nameAt(at)}\tfalse\t${at * 3}`,
    'shop-odd\ttrue\t12',
  ],
}

const tableOf = (head: string, usual: (at: number) => string, other: string, count: number, at: number): string =>
  [head, ...Array.from({ length: count }, (_, row) => (row === at ? other : usual(row)))].join('\n')

describe('the row of a table that differs', () => {
  for (const [name, [head, usual, other]] of Object.entries(tables))
    it(`stays: ${name}`, () => {
      for (const count of [6, 8, 16, 36])
        for (const at of [2, count - 3])
          for (const budget of budgets)
            expect(compacted(tableOf(head, usual, other, count, at), budget), `${count} at ${budget}`).toContain(
              other.trim(),
            )
    })

  it('stays in a run of samples, and the ordinary ones go', () => {
    const rows = Array.from({ length: 60 }, (_, at) => `2026-11-12 10:${10 + (at % 50)}:00,${100 + at},up`)
    rows[30] = '2026-11-12 10:40:00,130,drained'
    const kept = compacted(['time,load,state', ...rows].join('\n')).split('\n')
    expect(kept).toContain(rows[30])
    expect(kept.length).toBeLessThan(12)
  })
})

describe('rows that say what is there', () => {
  it('all stay: a table without a column would read as having none', () => {
    const text = `                     Table "public.orders"
   Column    |     Type      | Collation | Nullable |   Default
-------------+---------------+-----------+----------+-------------
 id          | bigint        |           | not null |
 customer_id | bigint        |           | not null |
 total       | numeric(10,2) |           | not null | 0
 status      | text          |           | not null | 'new'::text
 note        | text          |           |          |
 created_at  | timestamp     |           | not null | now()
 deleted_at  | timestamp     |           |          |`
    for (const budget of budgets)
      for (const name of ['status', 'note', 'deleted_at'])
        expect(compacted(text, budget)).toMatch(new RegExp(`^ ${name} +\\|`, 'm'))
  })

  it('go from a run of numbers, but for its ends', () => {
    const rows = Array.from({ length: 90 }, (_, at) => `${at}\t${(at * 37) % 900}\t${at % 7}`)
    const kept = compacted(['n\tload\tslot', ...rows].join('\n')).split('\n')
    expect(kept.length).toBeLessThan(30)
    expect(kept.at(-1)).toBe(rows.at(-1))
  })
})
