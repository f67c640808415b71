// Lines that mean something else without the head that they stand under.

import { describe, expect, it } from 'vitest'
import { budgets, compacted } from './compacted.ts'

const sent = [0.5, 0.68, 0.7, 0.72, 0.74, 0.76] as const

/** Each line that is left stands under the last head above it in the whole text. */
const standUnder = (text: string, isHead: (line: string) => boolean, depths: readonly number[]): void => {
  const headsOf = (lines: readonly string[]): Map<string, Set<string>> => {
    const heads = new Map<string, Set<string>>()
    let head = ''
    for (const line of lines) {
      if (isHead(line)) head = line
      else if (line.trim() !== '') heads.set(line, (heads.get(line) ?? new Set()).add(head))
    }
    return heads
  }
  const whole = headsOf(text.split('\n'))
  for (const budget of depths)
    for (const [line, heads] of headsOf(compacted(text, budget).split('\n')))
      for (const head of heads) expect([...(whole.get(line) ?? [])], `${budget}: ${line}`).toContain(head)
}

describe('tables behind each other', () => {
  it('keep a header each: kubectl', () => {
    const text = `NAMESPACE     NAME              READY   UP-TO-DATE   AVAILABLE   AGE
default       api               3/3     3            3           40d
default       worker            1/2     2            1           40d
kube-system   coredns           2/2     2            2           90d

NAMESPACE     NAME              TYPE           CLUSTER-IP      EXTERNAL-IP    PORT(S)          AGE
default       api               LoadBalancer   10.96.12.7      34.120.5.9     443:31337/TCP    40d
default       worker            ClusterIP      10.96.44.1      <none>         8080/TCP         40d
kube-system   kube-dns          ClusterIP      10.96.0.10      <none>         53/UDP,53/TCP    90d

NAMESPACE     NAME              DESIRED   CURRENT   READY   AGE
default       api-7d9f6c5b8     3         3         3       5d
default       worker-5c4d8f7b   2         2         1       5d`
    standUnder(text, (line) => line.startsWith('NAMESPACE'), budgets)
  })

  it('keep a header each: df', () => {
    const row = (at: number, size: number): string =>
      `/dev/vd${'abcdefgh'[at]}   ${size}  ${size - 7}   7  ${at}% /srv/${at}`
    const rows = (size: number): string => Array.from({ length: 8 }, (_, at) => row(at, size + 31 * at)).join('\n')
    const text = `Filesystem  Size  Used  Avail Use% Mounted on\n${rows(100)}\nFilesystem  Inodes  IUsed  IFree IUse% Mounted on\n${rows(90_000)}`
    standUnder(text, (line) => line.startsWith('Filesystem'), budgets)
  })
})

const log = `commit 9fceb02d0ae598e95dc970b74767f19372d61af8 (HEAD -> main)
Author: Ada <ada@example.com>
Date:   Mon Nov 23 10:00:00 2026 +0000

    Revert "Use the new session store"

    This reverts commit 1b2c3d4e5f60718293a4b5c6d7e8f9012345678a.

commit 1b2c3d4e5f60718293a4b5c6d7e8f9012345678a
Author: Grace <grace@example.com>
Date:   Sun Nov 22 09:00:00 2026 +0000

    Use the new session store

    Do not deploy before the migration 0042 has run.

commit 77aa88bb99cc00dd11ee22ff33445566778899aa
Author: Tony <tony@example.com>
Date:   Sat Nov 21 08:00:00 2026 +0000

    Add migration 0042`

describe('commits', () => {
  it('keep their line above what they say', () => {
    standUnder(log, (line) => line.startsWith('commit '), sent)
  })

  it('keep what they are about', () => {
    for (const budget of sent) {
      const left = compacted(log, budget)
      if (left.includes('9fceb02d')) expect(left).toContain('Revert "Use the new session store"')
    }
  })

  it('keep their line above their files', () => {
    const commits = Array.from({ length: 12 }, (_, at) => [
      `${(0x40c11293 + 7_919 * at).toString(16)} Commands ${at} start in half the time`,
      ...Array.from(
        { length: 1 + (at % 4) },
        (_, file) => `${3 * at + file}\t${file}\tlocal/part-${at}/child-${file}.ts`,
      ),
    ])
    standUnder(commits.flat().join('\n'), (line) => !line.includes('\t'), sent)
  })
})

it('a line that is indented under a heading keeps it', () => {
  const text = `                            Table "public.orders"
   Column    |     Type      | Nullable |              Default
-------------+---------------+----------+------------------------------------
 id          | bigint        | not null | nextval('orders_id_seq'::regclass)
 customer_id | bigint        | not null |
 total       | numeric(12,2) |          |
Indexes:
    "orders_pkey" PRIMARY KEY, btree (id)
    "orders_state_idx" btree (state) WHERE state <> 'done'::text
Check constraints:
    "orders_total_check" CHECK (total >= 0::numeric)
Foreign-key constraints:
    "orders_customer_id_fkey" FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE
Referenced by:
    TABLE "refunds" CONSTRAINT "refunds_order_id_fkey" FOREIGN KEY (order_id) REFERENCES orders(id)`
  standUnder(text, (line) => /^\S.*:$/.test(line), sent)
})

it('the branch and the conflicts of a working tree stay', () => {
  const text = `On branch feature/login
Your branch is ahead of 'origin/feature/login' by 2 commits.
  (use "git push" to publish your local commits)

Changes to be committed:
  (use "git restore --staged <file>..." to unstage)
	modified:   src/auth/session.ts
	new file:   src/auth/token.ts

Unmerged paths:
  (use "git add <file>..." to mark resolution)
	both modified:   src/db/schema.ts

Untracked files:
  (use "git add <file>..." to include in what will be committed)
	notes.md
	scratch/`
  for (const budget of sent) {
    const left = compacted(text, budget)
    for (const line of [
      'On branch feature/login',
      "'origin/feature/login' by 2 commits.",
      'both modified:   src/db/schema.ts',
    ])
      expect(left).toContain(line)
  }
})
