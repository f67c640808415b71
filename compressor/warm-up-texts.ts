// Made-up texts with everything that an engine tells apart, in words that are new in each round.

const prose = `# What the committee decided

The committee met on 12 March 2024 and decided, by a narrow majority (7 of 12), that the new bridge should not be opened before
the inspection of all 14 cables was complete. "We have waited for three years," its chair said, "and another month won't hurt."
However, the contractor (Harbour & Sons [since 1990] of the U.S.) pointed out—rather loudly--that every week of delay would cost
the city at least $40,000, unless the penalty clause in section 7.2 were suspended.[3] Nobody but Dr. Mary Ann O'Neill of the
University of California disagreed; all but two of the others, e.g. Łukasz Nowak and José Álvarez from Łódź, said nothing…

Anna Smith: so what did the engineers of the Bank of the West actually say on March 15, 2024 about it, and who paid?
Bob: Well, they didn't say “not more than twenty-five million”; they said 24–10, or between 3.5 and 12 percent at 10:30 a.m.
Carl Brown, Dora Green and Eve White saw apples, pears, plums and cherries; they've paid 12 million on 3 May 2024, we'll see.
The word(s) of main() are in C++, v2.3.7 of it: .5 or <3, "maybe", ('perhaps'), yes—no, pages 5–6 --and--so--on (see below).
Status: error in cable 7, timeout after 30 s
Speaker 2: really? It's the well-known R&D and/or quality problem, isn't it, 'as everybody knows', that failed in the first test.

- Read [the report](https://example.com/reports/2024?page=1#end) or ![its picture](picture.png) first.
- Run \`npm run check\` in /usr/local/share/cables, then write to office@example.com about getCableStrength and cable_strength.
1. The *first* step (which is **not** optional is to close the bridge) and to count ] the cars > 3 t.
> Without a permit, no lorry may cross; only cars under 3,500 kg may do so until the end of the week.

\`\`\`
const strength = cables.map((cable) => cable.strength)
\`\`\`

Der Ingenieur hat gesagt, dass die Brücke nicht mit dem Bericht und auch nicht für den Verkehr offen ist. The café’s naïve owner
said it: ‘Nothing is lost 👍🏽 yet.’ \uFEFFThe counterdemonstrationalinternationalizationcommittees 漢字 met, and the
mayor’s office, the police, the fire brigade and the port were there, too; the report, which had been written in the spring of
that year by a group of people who had never seen the bridge, was put away again because it was of no use to anybody at all.

Why should the city pay for it now, and why would any of its inhabitants want to wait for another year?
`

const records = JSON.stringify(
  {
    total: 40,
    next: null,
    items: Array.from({ length: 40 }, (_, index) => ({
      id: `order-${1000 + index}`,
      status: index === 17 ? 'failed' : 'delivered',
      customer: {
        name: `Customer ${index % 7}`,
        address: { city: 'Harbour', street: 'Long street' },
        tags: ['retail', 'weekly'],
      },
      amount: 12.5 + index,
      note: 'Please deliver behind the house, and never before nine in the morning. The bell does not work.',
      updated: `2024-03-${10 + (index % 20)}T10:30:00Z`,
    })),
  },
  undefined,
  1,
)

const output = `$ npm test
> cables@1.2.0 test

${Array.from({ length: 30 }, (_, at) => `2024-03-12 10:30:${10 + at} INFO  worker-${at % 3} measured cable ${at} in ${at * 7} ms`).join('\n')}
2024-03-12 10:31:02 ERROR worker-1 measurement failed: timeout after 30 s
Traceback (most recent call last):
  File "/srv/cables/measure.py", line 41, in measure
    return gauge.read(cable)
TimeoutError: no answer from gauge 7

total 24
-rw-r--r-- 1 root root  512 Mar 12 10:30 cables.json
drwxr-xr-x 2 root root 4096 Mar 12 10:30 reports
src/gauge.ts:12:export const gauge = (cable: number): number => cable * 2
src/gauge.ts:19:  if (cable < 0) throw new Error('no such cable')

| cable | strength | inspected |
|---|---|---|
${Array.from({ length: 12 }, (_, at) => `| ${at} | ${at * 40} kN | yes |`).join('\n')}

diff --git a/src/gauge.ts b/src/gauge.ts
@@ -1,3 +1,3 @@
-const strength = 40
+const strength = 41
 export { strength }

function measured(cable) {
  const strength = gauge(cable)
  return strength > 40 ? strength : undefined
}
host: localhost
port: 8080
The run measured thirty cables. One of them failed, and nobody knows why it did so on that morning.
=================== 1 failed, 29 passed in 12.31s ===================
`

/** How far the text of a round begins behind that of the one before. */
const stride = 331

/** Each longer word gets another end in each round. */
const respelled = (text: string, round: number): string => {
  const ending = String.fromCharCode(97 + (round % 26)).repeat(1 + Math.floor(round / 26))
  return text.replace(/(?<![a-z])[a-z]{6,}(?![a-z])/g, (word) => word + ending)
}

/** In each round they begin and end with something else. */
const turned = (text: string, round: number): string => {
  const from = (round * stride) % text.length
  return respelled(text.slice(from) + text.slice(0, from), round)
}

/** Prose with every kind of mark, name, number, list and line. */
export const warmUpProse = (round: number): string => turned(prose, round)

/** Records as JSON. */
export const warmUpRecords = (round: number): string => respelled(records, round)

/** What commands print: logs, traces, listings, tables, changes, code, settings and verdicts. */
export const warmUpOutput = (round: number): string => turned(output, round)
