// Lines of one shape, and the one among them that differs: it is what the list was made for.

import { describe, expect, it } from 'vitest'
import { budgets, compacted } from './compacted.ts'

const names = 'api web worker auth billing search cache mailer cron ingest gateway metrics'.split(' ')
const nameAt = (at: number): string => `${names[at % names.length]}-${at}`

const lists: Readonly<Record<string, readonly [head: string, usual: (at: number) => string, other: string]>> = {
  'check list': ['', (at) => `[✓] ${nameAt(at)}: healthy`, '[x] shop-odd: unhealthy, disk full'],
  'signs without brackets': ['', (at) => `✓ ${nameAt(at)} is current`, '✗ shop-odd is two behind'],
  'rsync --dry-run --delete': [
    'sending incremental file list\n',
    (at) => `data/${nameAt(at)}/${at}.bin`,
    'deleting data/old/users.sqlite',
  ],
  'git branch': ['', (at) => `  ${nameAt(at)}`, '* shop-odd'],
  'disks of a pool': [
    '',
    (at) => `\t    sd${nameAt(at)}     ONLINE       0     0     0`,
    '\t    sdodd     SPARED      12     0     0',
  ],
  'docker compose': ['', (at) => ` Container ${nameAt(at)}  Running`, ' Container shop-odd  Created'],
  'service --status-all': ['', (at) => ` [ + ]  ${nameAt(at)}`, ' [ - ]  shop-odd'],
  'git submodule status': [
    '',
    (at) => ` ${(1234567 + at * 7919).toString(16)}9e1 libs/${nameAt(at)} (heads/main)`,
    '-77aa1209e1 libs/shop-odd',
  ],
  'a formatter': ['', (at) => `src/${nameAt(at)}.ts ${at}ms (unchanged)`, 'src/shop-odd.ts 31ms'],
  'ping of hosts': ['', (at) => `${nameAt(at)} is alive`, 'shop-odd is asleep'],
}

describe('the line of a list that differs', () => {
  for (const [name, [head, usual, other]] of Object.entries(lists))
    it(`stays: ${name}`, () => {
      for (const count of [8, 12, 24, 36])
        for (const at of [3, count - 3])
          for (const budget of budgets) {
            const lines = Array.from({ length: count }, (_, line) => (line === at ? other : usual(line)))
            expect(compacted(`${head}${lines.join('\n')}\n`, budget), `${count} at ${budget}`).toContain(other)
          }
    })

  it('does not keep what many have', () => {
    const lines = Array.from(
      { length: 60 },
      (_, at) => `${at % 3 === 0 ? 'skipped' : 'copied'} ${nameAt(at)} to the archive`,
    )
    expect(compacted(lines.join('\n'), 0.9).split('\n').length).toBeLessThan(20)
  })

  it('is no event that has words of another message, for every event differs', () => {
    const lines = Array.from({ length: 60 }, (_, at) =>
      at % 2 === 0
        ? `2026-11-12 10:${10 + (at % 50)}:00 INFO served request of ${nameAt(at)}`
        : `2026-11-12 10:${10 + (at % 50)}:00 INFO cache of ${nameAt(at)} ${at === 31 ? 'flushed' : 'warm'}`,
    )
    expect(compacted(lines.join('\n'), 0.9)).not.toContain('flushed')
  })
})
