// What a program tells line by line: members of a record, a plan, findings, how a command is called, rows of lists. Each line stays at the
// budgets at which results are sent.

import { describe, expect, it } from 'vitest'
import { adelineByShowing } from '../../../../compressor/engines/adeline/editions.ts'
import { compacted, compactedBy } from './compacted.ts'
import { depths, gone, lines, linesOf } from './lines-gone.ts'

const before = compactedBy(adelineByShowing)

describe('a member on a line of its own', () => {
  it.each([
    [
      'the facts of a machine',
      `Architecture:            x86_64\nCPU op-mode(s):          32-bit, 64-bit\nByte Order:              Little Endian\nCPU(s):                  2\nOn-line CPU(s) list:     0,1\nModel name:              Lamp 9000\nCPU family:              6\nModel:                   207\nFlags:                   ${'fpu vme de pse tsc '.repeat(30)}\nHypervisor vendor:       KVM\nVulnerability Meltdown:  Not affected\nVulnerability Retbleed:  Not affected\nVulnerability Spectre:   Mitigation; barriers`,
    ],
    [
      'a server',
      `# Server\nlamp_version:7.2.4\nlamp_mode:standalone\nprocess_id:1\ntcp_port:6379\nuptime_in_seconds:184233\nhz:10\n\n# Clients\nconnected_clients:41\nblocked_clients:0\nmaxclients:10000\ntracking_clients:2\n\n# Memory\nused_memory:104857600\nmaxmemory:104857600\nmaxmemory_human:100.00M\nmaxmemory_policy:noeviction\nmem_fragmentation_ratio:1.02`,
    ],
    [
      'the heads of an issue',
      `title:\tThe total is off by one\nstate:\tOPEN\nauthor:\tada\nlabels:\tbug, money\ncomments:\t3\nassignees:\tgrace\nmilestone:\tv1.5\nnumber:\t412\n--\nWhen a voucher is applied to a basket of 19.99, the total is 16.99 in place of 17.00.`,
    ],
    [
      'a pod',
      `Name:         lamp-1\nNamespace:    hall\nPriority:     0\nNode:         node-3\nIP:           10.1.7.44\nContainers:\n  main:\n    Image:          lamp:1.42.0\n    Port:           8080/TCP\n    Host Port:      0/TCP\n    State:          Waiting\n      Reason:       BackOff\n    Ready:          False\n    Restart Count:  217`,
    ],
  ])('stays: %s', (_name, text) => {
    const short = linesOf(text).filter((line) => /: *\S|:\t\S|\w:\S/.test(line) && line.length < 100)
    expect(gone(text, short)).toEqual([])
    expect(gone(text, short, before)).not.toEqual([])
  })

  it('stays or goes in all records of a list', () => {
    const text = lines(
      6,
      (at) =>
        `processor : ${at}\nvendor_id : Lamp\ncpu family : 6\nmodel : 207\nstepping : ${at % 2}\nmicrocode : 0x1\ncache size : 30 KB\ncore id : ${at}\nbogomips : 42\n`,
    )
    for (const budget of depths)
      for (const key of ['vendor_id', 'model ', 'stepping', 'cache size', 'bogomips'])
        expect([0, 6]).toContain(linesOf(compacted(text, budget)).filter((line) => line.startsWith(key)).length)
  })

  it('may go where a log says the same keys again', () => {
    const text = lines(60, (at) => `Reading the shelf of room ${at % 3}\nstep: ${at}\nlamp: on`)
    expect(compacted(text, 0.74)).toBe(before(text, 0.74))
  })
})

describe('a plan', () => {
  const bucket = (at: number): string =>
    `  # lamp_bucket.logs[${at}] will be created\n  + resource "lamp_bucket" "logs" {\n      + acl         = (known after apply)\n      + arn         = (known after apply)\n      + bucket      = "logs-${at}"\n      + id          = (known after apply)\n      + region      = "eu-${at % 2}"\n      + tags        = {\n          + "team" = "hall"\n        }\n    }\n`
  const changes = `Terraform will perform the following actions:\n\n${lines(6, bucket)}\n  # lamp_db.hall must be replaced\n-/+ resource "lamp_db" "hall" {\n      ~ storage   = 100 -> 200\n      ~ id        = "db-1" -> (known after apply)\n      ~ encrypted = false -> true # forces replacement\n    }\n\nPlan: 7 to add, 0 to change, 1 to destroy.`

  it('of changes keeps each value that is known, where it stands', () => {
    const told = linesOf(changes).filter((line) => /[+~-] +"?\w.* = (?!\(known)|will be|must be|resource|\}/.test(line))
    expect(gone(changes, told)).toEqual([])
    expect(gone(changes, told, before)).not.toEqual([])
    expect(compacted(changes, 0.74)).not.toContain('+ acl')
  })

  it.each([
    `QUERY PLAN\n${'-'.repeat(60)}\n Limit  (cost=15.11..16.44 rows=20 width=88) (actual time=8.1..8.9 rows=20 loops=1)\n   ->  Sort  (cost=14.08..14.14 rows=76 width=88) (actual time=8.5..8.6 rows=18 loops=3)\n         Sort Key: created DESC\n         Workers Planned: 2\n         ->  Seq Scan on lamps  (cost=0.00..13.11 rows=183 width=56) (actual time=0.0..6.4 rows=146 loops=3)\n               Filter: ((status)::text = 'lit'::text)\n               Rows Removed by Filter: 853378\n Planning Time: 1.912 ms\n Execution Time: 846.123 ms`,
    `QUERY PLAN\n|--SCAN o\n|--SEARCH p USING INDEX oc (c=?)\n|--SEARCH lamps USING INTEGER PRIMARY KEY (rowid=?)\n\`--USE TEMP B-TREE FOR ORDER BY`,
  ])('of a query stays (%#)', (text) => {
    expect(gone(`${text}\n`, linesOf(text))).toEqual([])
    expect(gone(`${text}\n`, linesOf(text), before)).not.toEqual([])
  })
})

describe('a finding above its place', () => {
  const finding = (at: number): string =>
    `F40${at} [*] \`os${at}\` imported but unused\n --> hall/lamp${at}.py:1:8\n  |\n1 | import os${at}\n  |        ^^\n2 | import json\n  |\nhelp: Remove unused import: \`os${at}\`\n`

  it('stays, with its place and how to mend it', () => {
    const text = `${lines(5, finding)}\nFound 5 errors.`
    const told = linesOf(text).filter((line) => /^(?:F40| -->|help)/.test(line))
    expect(told).toHaveLength(15)
    expect(gone(text, told)).toEqual([])
    expect(gone(text, told, before)).not.toEqual([])
  })

  it.each([
    [
      'an error of CMake',
      `-- The C compiler identification is GNU 12.2.0\n-- Detecting C compiler ABI info\n-- Detecting C compiler ABI info - done\nCMake Error at CMakeLists.txt:31 (find_package):\n  By not providing "FindLamp.cmake" in CMAKE_MODULE_PATH this project has\n  asked CMake to find a package configuration file provided by "Lamp", but\n  CMake did not find one.\n\n  Could not find a package configuration file provided by "Lamp" with any of\n  the following names:\n\n    LampConfig.cmake\n\n-- Configuring incomplete, errors occurred!`,
      /^ {2}(?:By|asked|CMake|Could|the)/,
    ],
    [
      'a frame of Elixir',
      `** (KeyError) key :lamp not found in: %{total: 1999, lines: [1, 2]}\n    (hall 0.1.0) lib/hall/lamp.ex:31: Hall.Lamp.total/1\n    (elixir 1.16.0) lib/enum.ex:1700: Enum."-map/2-lists^map/1-1-"/2\n    (hall 0.1.0) lib/hall/pay.ex:12: Hall.Pay.run/1\n    (stdlib 5.2) timer.erl:270: :timer.tc/2`,
      /lamp\.ex:31/,
    ],
  ])('stays: %s', (_name, text, told) => {
    const wanted = linesOf(text).filter((line) => told.test(line))
    expect(gone(text, wanted)).toEqual([])
    expect(gone(text, wanted, before)).not.toEqual([])
  })
})

describe('a manual', () => {
  const text = `usage: lamp light [-o output] [flags] [rooms]\n\nLight lights the lamps of the rooms named by their paths,\nalong with their shelves, but it does not open the windows.\n\nWhen lighting a single room, light writes the resulting\nsmoke to an output file named after the last part\nof the path of the room. The suffix is added when writing a box.\n\nThe flags are shared by the light, clean, get, and open\nand test commands:\n\n${lines(14, (at) => `\t-${'abcdefghijklmnop'[at]}${at}\n\t\tlight number ${at} of the rooms that are named\n\t\tby their paths, before running the command.`)}\n`

  it('keeps how the command is called and what introduces its options', () => {
    const told = linesOf(text).filter((line) => /^(?:usage|The flags|and test commands)/.test(line))
    expect(told).toHaveLength(3)
    expect(gone(text, told)).toEqual([])
    expect(gone(text, told, before)).not.toEqual([])
  })

  it('keeps an example with the remark above it, or neither', () => {
    const shown = `Usage:\n  lamp get [room]\n\nExamples:\n${lines(12, (at) => `  # List all lamps of room ${at} with their wicks and the oil in each of them\n  lamp get room-${at} --wide\n  `)}\nOptions:\n    -A, --all=false:\n\tList the lamps of all rooms.\n    --wide=false:\n\tWith wicks.\n`
    for (const budget of depths) {
      const left = compacted(shown, budget)
      for (let at = 0; at < 12; at += 1)
        expect(left.includes(`room ${at} with`), `${budget} ${at}`).toBe(left.includes(`get room-${at} `))
    }
  })
})

it.each([
  [
    'commits in a drawn graph',
    `* 4adb83f3 The lamp has one reader\n*   74bb9d2e Merge branch 'hall'\n|\\  \n| * b90f7ebe Wicks are put in order\n| * ea3a4487 Events with an arrow are no page\n| | * 97ed7c2f A recording is read\n| |/\n|/|\n* | 167d41ad Pictures of the lamp\n* |   82aa26ff Merge branch 'dense'\n|\\ \\  \n| * | fd5a3bea The search plays records\n* | |   2b31d3b8 Merge branch 'shelf'\n|\\ \\ \\  \n| * | | ba00cd57 Who may light nothing is told so`,
  ],
  [
    'open ports',
    `Starting Nmap 7.94\n${lines(6, (at) => `Nmap scan report for host${at}.test\nHost is up (0.00${at}s latency).\nNot shown: 997 closed tcp ports (reset)\nPORT     STATE    SERVICE\n22/tcp   open     ssh\n80/tcp   ${at === 3 ? 'filtered' : 'open    '} http\n443/tcp  open     https\n`)}`,
  ],
  [
    'metrics',
    `# HELP lamps_total The lamps.\n# TYPE lamps_total counter\nlamps_total{room="hall",lit="yes"} 1027\nlamps_total{room="hall",lit="no"} 3\nlamps_total{room="attic",lit="yes"} 91231\n# HELP oil_seconds A histogram.\n# TYPE oil_seconds histogram\noil_seconds_bucket{le="0.05"} 24054\noil_seconds_bucket{le="0.1"} 33444\noil_seconds_bucket{le="+Inf"} 144320`,
  ],
  [
    'limits',
    `core file size              (blocks, -c) 0\ndata seg size               (kbytes, -d) unlimited\nscheduling priority                 (-e) 0\nfile size                   (blocks, -f) unlimited\npending signals                     (-i) 96365\nmax locked memory           (kbytes, -l) 8192\nopen files                          (-n) 20000`,
  ],
])('a row stays: %s', (_name, text) => {
  const told = linesOf(text).filter((line) => /[0-9a-f]{8}|^\d+\/tcp|\} \d|-\w\)/.test(line))
  expect(told.length).toBeGreaterThan(5)
  expect(gone(text, told)).toEqual([])
})

describe('what says nothing once all is over', () => {
  const tests = `${lines(20, (at) => `=== RUN   TestLamp/n=${at}${at === 7 ? '\n    lamp_test.go:3: Oil(7) = 6, want 7' : ''}`)}\n--- FAIL: TestLamp (0.00s)\n${lines(20, (at) => `    --- ${at === 7 ? 'FAIL' : 'PASS'}: TestLamp/n=${at} (0.00s)`)}\n=== RUN   TestWick\npanic: no wick\n\ngoroutine 31 [running]:\nlamp.Wick()\n\t/srv/lamp.go:3\nFAIL\tlamp\t0.01s`

  it('is the start of a test whose end is told, but not of one that printed something or never ended', () => {
    const left = linesOf(compacted(tests, 0.74))
    expect(left).not.toContain('=== RUN   TestLamp/n=3')
    expect(left).toEqual(expect.arrayContaining(['=== RUN   TestLamp/n=7', '=== RUN   TestWick']))
    expect(left.filter((line) => line.includes('--- '))).toHaveLength(21)
  })

  it('is how far a step of a build has come; what is left of a step keeps which one it is', () => {
    const text = `#0 building with "default" instance using docker driver\n\n${lines(9, (at) => `#${at + 1} [${at}/9] RUN make lamp-${at}\n#${at + 1} transferring context: ${at} kB done\n#${at + 1} 1.${at}12 lamp ${at} is made of brass and of glass\n#${at + 1} DONE 0.${at}s\n`)}\n#11 exporting to image\n#11 DONE 0.1s`
    for (const budget of depths) {
      const left = compacted(text, budget)
      for (let at = 0; at < 9; at += 1)
        if (left.includes(`lamp ${at} is made`)) expect(left).toContain(`RUN make lamp-${at}\n`)
    }
    expect(compacted(text, 0.74)).not.toContain('#4 transferring')
  })
})
