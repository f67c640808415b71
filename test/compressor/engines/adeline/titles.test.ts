// Lines that mean something else without the heading or the title that they stand under.

import { describe, expect, it } from 'vitest'
import { compacted } from './compacted.ts'

const sent = [0.68, 0.7, 0.72, 0.74, 0.76] as const
const linesOf = (text: string): string[] => text.split('\n').map((line) => line.trimEnd())

/** Each line that is left stands under a heading that it stands under in the whole text. */
const standUnder = (text: string, isHeading: (line: string) => boolean): void => {
  const headingsOf = (lines: readonly string[]): [line: string, heading: string][] => {
    let heading = ''
    return lines.flatMap((line): [string, string][] => {
      if (isHeading(line)) heading = line
      return isHeading(line) || line === '' ? [] : [[line, heading]]
    })
  }
  const whole = headingsOf(linesOf(text)).map(([line, heading]) => `${heading}: ${line}`)
  for (const budget of sent)
    for (const [line, heading] of headingsOf(linesOf(compacted(text, budget))))
      expect(whole, String(budget)).toContain(`${heading}: ${line}`)
}

describe('a line that is indented under a key', () => {
  it('keeps the key: the reason of a state is not that of another', () => {
    const text = `    Image:          registry.example.com/web:2.4.1
    Port:           8080/TCP
    Host Port:      0/TCP
    State:          Waiting
      Reason:       CrashLoopBackOff
    Last State:     Terminated
      Reason:       OOMKilled
      Exit Code:    137
      Started:      Mon, 24 Nov 2026 10:01:12 +0000
    Ready:          False
    Restart Count:  17
    Limits:
      cpu:     500m
      memory:  256Mi
    Requests:
      cpu:        100m
      memory:     128Mi`
    for (const budget of sent) {
      const left = linesOf(compacted(text, budget))
      if (left.includes('      Reason:       OOMKilled')) expect(left).toContain('    Last State:     Terminated')
      if (left.includes('      cpu:     500m')) expect(left).toContain('    Limits:')
      if (left.includes('      cpu:        100m')) expect(left).toContain('    Requests:')
    }
  })

  it('keeps a heading of words: examples of another group', () => {
    const groups = ['Api', 'Web', 'Worker', 'Auth', 'Billing', 'Search', 'Cache', 'Mailer']
    const text = groups
      .map(
        (group, at) =>
          `${group}\n${Array.from({ length: 6 }, (_, example) => `  does thing ${at}${example}${at === 4 && example === 3 ? ' (FAILED - 1)' : ''}`).join('\n')}`,
      )
      .join('\n\n')
    standUnder(`${text}\n`, (line) => groups.includes(line))
  })
})

describe('a long line', () => {
  it('is no heading, so that texts take time by their length', () => {
    const timeOf = (sentences: number): number => {
      const said = `Note: ${'It was the case that all went well. '.repeat(sentences)}`
      const below = Array.from({ length: sentences }, (_, at) => `  And then he said that number ${at} was fine.`)
      const text = `${said}\n${below.join('\n')}`
      const since = process.threadCpuUsage()
      compacted(text, 0.74)
      const { user, system } = process.threadCpuUsage(since)
      return user + system
    }
    timeOf(500)
    expect(Math.min(timeOf(4_000), timeOf(4_000))).toBeLessThan(8 * Math.max(timeOf(1_000), timeOf(1_000)))
  })
})

describe('a line of a paragraph', () => {
  it('keeps its title: settings of a server', () => {
    const text = `# Server
redis_version:7.2.4
redis_mode:standalone
os:Linux
tcp_port:6379
uptime_in_seconds:81211

# Clients
connected_clients:9981
maxclients:10000
blocked_clients:0

# Memory
used_memory_human:3.98G
maxmemory_human:4.00G
maxmemory_policy:noeviction
mem_fragmentation_ratio:1.02

# Persistence
loading:0
rdb_last_bgsave_status:err
rdb_last_save_time:1764000000
aof_enabled:0

# Stats
rejected_connections:412
evicted_keys:0
keyspace_hits:991231
keyspace_misses:88123

# Replication
role:slave
master_link_status:down
master_link_down_since_seconds:812
connected_slaves:0

# Keyspace
db0:keys=8812,expires=12,avg_ttl=0`
    standUnder(text, (line) => line.startsWith('# '))
  })

  it('keeps its title: rules of a chain', () => {
    const rule = (at: number): string =>
      `  ${at * 131}K   ${at * 17}M ${at % 3 === 0 ? 'DROP  ' : 'ACCEPT'}     tcp  --  *      *       10.0.${at}.0/24         0.0.0.0/0            tcp dpt:${8000 + at}`
    const text = [
      'INPUT (policy DROP 12M packets, 9G bytes)',
      'FORWARD (policy ACCEPT 0 packets, 0 bytes)',
      'OUTPUT (policy ACCEPT 3M packets, 1G bytes)',
    ]
      .map(
        (chain, at) =>
          `Chain ${chain}\n pkts bytes target     prot opt in     out     source               destination\n${Array.from({ length: 9 }, (_, row) => rule(9 * at + row)).join('\n')}`,
      )
      .join('\n\n')
    standUnder(text, (line) => line.startsWith('Chain '))
  })

  it('goes with its title where all of the paragraph goes', () => {
    const text = Array.from(
      { length: 30 },
      (_, at) => `Step ${at} is done\n${'checking a thing again\n'.repeat(3)}`,
    ).join('\n')
    expect(compacted(text, 0.74).length).toBeLessThan(text.length / 2)
  })
})
