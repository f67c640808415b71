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

  it('is no event, for every event differs', () => {
    const lines = Array.from(
      { length: 60 },
      (_, at) => `2026-11-12 10:${10 + (at % 50)}:00 INFO ${at === 30 ? 'flushed' : 'served'} request of ${nameAt(at)}`,
    )
    expect(compacted(lines.join('\n'), 0.9)).not.toContain('flushed')
  })
})

describe('what marks or names a bad state', () => {
  it('stays among lines of many shapes: flutter doctor', () => {
    const text = `Doctor summary (to see all details, run flutter doctor -v):
[✓] Flutter (Channel stable, 3.24.0, on Ubuntu 24.04)
    • Flutter version 3.24.0 on channel stable at /opt/flutter
    • Engine revision b8800d88be
[!] Android toolchain - develop for Android devices
    • Android SDK at /opt/android
    ✗ cmdline-tools component is absent
[✓] Linux toolchain - develop for Linux desktop
    • clang version 18.1.3
[✓] Connected device (1 available)
    • Linux (desktop)

! Doctor found issues in 1 category.`
    for (const budget of budgets) {
      expect(compacted(text, budget)).toContain('[!] Android toolchain')
      expect(compacted(text, budget)).toContain('✗ cmdline-tools')
    }
  })

  it('stays: zpool status', () => {
    const disks = (from: number): string =>
      Array.from({ length: 6 }, (_, at) => `\t    sd${'abcdefghijkl'[from + at]}     ONLINE       0     0     0`).join(
        '\n',
      )
    const text = `  pool: tank
 state: DEGRADED
status: One or more devices could not be used.
config:

\tNAME        STATE     READ WRITE CKSUM
\ttank        DEGRADED     0     0     0
\t  raidz2-0  ONLINE       0     0     0
${disks(0)}
\t  raidz2-1  DEGRADED     0     0     0
${disks(6).replace('sdg     ONLINE       0', 'sdg     FAULTED     12')}

errors: No known data errors`
    for (const budget of budgets) {
      expect(compacted(text, budget)).toContain('state: DEGRADED')
      expect(compacted(text, budget)).toMatch(/sdg +FAULTED +12/)
    }
  })
})
