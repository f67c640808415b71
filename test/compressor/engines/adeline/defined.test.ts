// What databases, stores and markup say line by line: definitions of tables, elements, settings below their heads, files and appointments.

import { describe, expect, it } from 'vitest'
import { adelineByTelling } from '../../../../compressor/engines/adeline/editions.ts'
import { compacted, compactedBy } from './compacted.ts'
import { depths, gone, lines, linesOf } from './lines-gone.ts'

const formerly = compactedBy(adelineByTelling)
const visible = (text: string): string[] => linesOf(text).filter((line) => line.trim() !== '')

const orders = `CREATE TABLE hall.orders (\n    id bigint NOT NULL,\n    customer_id bigint NOT NULL,\n    total numeric(10,2) DEFAULT 0.00 NOT NULL,\n    state text DEFAULT 'open'::text NOT NULL,\n    CONSTRAINT total_positive CHECK ((total >= (0)::numeric))\n);\n\nALTER TABLE hall.orders OWNER TO ada;\n\nCREATE SEQUENCE hall.orders_id_seq\n    START WITH 1\n    INCREMENT BY 1\n    CACHE 1;\n\nCREATE INDEX orders_customer ON hall.orders USING btree (customer_id);\n\nALTER TABLE ONLY hall.orders\n    ADD CONSTRAINT orders_fkey FOREIGN KEY (customer_id) REFERENCES hall.customers(id) ON DELETE CASCADE;\n`

describe('what stays of', () => {
  it.each([
    ['a dump of definitions', orders],
    [
      'a schema',
      `CREATE TABLE customers(id integer primary key,name text,city text,vip int);\nCREATE TABLE orders(id text primary key,customer int references customers(id),total real);\nCREATE INDEX oc on orders(customer);`,
    ],
    [
      'orders in XML',
      `<?xml version="1.0"?>\n<orders>\n${lines(9, (at) => `  <order state="${at === 4 ? 'held' : 'open'}">\n    <id>W${at}</id>\n    <customer>Ada Lane ${at}</customer>\n    <total currency="EUR">${at * 37}.50</total>\n  </order>`)}\n</orders>`,
    ],
    [
      'rows in HTML',
      lines(12, (at) => `<TR><TD>W${at}</TD>\n<TD>Ada ${at}</TD>\n<TD>Oslo</TD>\n<TD>paid</TD>\n<TD></TD>\n</TR>`),
    ],
    [
      'settings below heads',
      `[project]\nname = "hall"\nversion = "1.42.0"\n\n[tool.lint]\nline-length = 100\nselect = ["E", "F"]\n\n[database]\nhost = "db.hall"\nport = 5432\npool = 20\nssl = false\n\n[[route]]\npath = "/basket"\ntimeout = 3\n\n[[route]]\npath = "/payment"\ntimeout = 30`,
    ],
    [
      'settings on several lines',
      lines(
        6,
        (at) =>
          `[tool.part${at}]\nname = "hall${at}"\nselect = [\n  "E${at}",\n  "rule-${at * 7}",\n]\ndeps =\n    lamp==1.${at}\n    hall>=2.${at}\nport = ${5000 + at}\ntext = """\nIt is lit at ${at}.\n"""\n`,
      ),
    ],
    [
      'columns that blank lines part, and what follows them',
      lines(
        5,
        (at) =>
          `CREATE TABLE hall.t${at} (\n    id bigint NOT NULL,\n\n    customer_${at} bigint NOT NULL,\n    total numeric(10,2)\n)\nPARTITION BY RANGE (at);\n`,
      ),
    ],
    [
      'elements that hold a text on lines of its own',
      `<orders>\n${lines(6, (at) => `  <order>\n    <id>W${at}</id>\n    <total>${at * 37}.50</total>\n    <remark>\n      Customer ${at} asked to ring twice at door ${at * 3}.\n    </remark>\n  </order>`)}\n</orders>`,
    ],
    ['files in a store', lines(14, (at) => `2026-11-30 15:06:${10 + at}    6 Bytes 2026/${at}-logs.csv`)],
    [
      'a folder',
      `[DIR] docs\n${lines(14, (at) => `[FILE] lamp-${at}.bin${' '.repeat(24)}${at}.0${at % 9} KB`)}\n\nTotal: 14 files, 1 directories\nCombined size: 31.89 KB`,
    ],
    [
      'a calendar',
      `Mon Nov 30   9:00am - 9:30am   Stand-up (Room Elbe)\n            10:00am - 11:30am  Review of lamps (https://meet.example/abc)\n             3:00pm - 4:00pm   Dentist\nTue Dec 01   9:00am - 9:30am   Stand-up (Room Elbe)\n             1:00pm - 2:00pm   CANCELLED: Budget\nWed Dec 02   9:00am - 9:30am   Stand-up (Room Alster)\n             All day           Tom on leave\nThu Dec 03   2:00pm - 3:30pm   Quarterly review`,
    ],
    [
      'rows that look like heads',
      lines(
        3,
        (at) =>
          `SUBNETS\tFalse\teu-1${'abc'[at]}\t${4086 + at}\t172.31.${at * 16}.0/20\tTrue\t123456789012\tavailable\tarn:hall:net:eu-1:123456789012:subnet/subnet-8c04b2c86f74${at}\tvpc-144d85a007360c1e0\nPRIVATEDNSNAMEOPTIONSONLAUNCH\tFalse\tFalse\tip-name`,
      ),
    ],
  ])('%s: all that it says', (_name, text) => {
    const said = visible(text).filter(
      (line) => !line.startsWith('<?xml') && line !== 'PRIVATEDNSNAMEOPTIONSONLAUNCH\tFalse\tFalse\tip-name',
    )
    expect(gone(text, said)).toEqual([])
    expect(gone(text, said, formerly)).not.toEqual([])
  })

  it('a setting that holds nothing: nothing', () => {
    const text = lines(9, (at) => `[lamp.${at}]\nname = hall ${at}\nremark =\n\n[oil.${at}]\nname = can ${at}\n`)
    expect(compacted(text, 0.8)).not.toContain('remark')
    expect(
      gone(
        text,
        visible(text).filter((line) => !line.includes('remark')),
      ),
    ).toEqual([])
  })

  it('an element that holds nothing: nothing', () => {
    const text = `<orders>\n${lines(9, (at) => `  <order>\n    <id>W${at}</id>\n    <name>Ada Lane ${at}</name>\n    <remark nil="true"/>\n  </order>`)}\n</orders>`
    expect(compacted(text, 0.8)).not.toBe(text)
    expect(
      gone(
        text,
        visible(text).filter((line) => !line.includes('nil=')),
      ),
    ).toEqual([])
  })

  it('log lines with times: what stayed before', () => {
    const text = lines(60, (at) => `2026-11-30 15:06:${10 + (at % 50)} INFO the lamp of hall ${at % 7} is lit`)
    for (const budget of depths) expect(compacted(text, budget)).toBe(formerly(text, budget))
  })
})
