// What the terminal shows while the service runs: one short line for each exchange and each refusal, made of the log lines
// of the functions. Nothing of a request's text is in them.

import * as z from 'zod'
import { parsed } from '../core/json/parsed.ts'
import { reasonAsClause } from '../core/ledger/reasons.ts'
import { percentText } from '../core/savings/percent.ts'
import { counted } from '../core/text/counted.ts'

const width = 80

const exchanged = z.object({
  message: z.literal(['exchange', 'exchange without receipt']),
  receipt: z.object({
    receivedAt: z.string(),
    route: z.string(),
    status: z.number(),
    outcome: z.string(),
    reason: z.string().optional(),
    compactionMode: z.string().optional(),
    tokensSaved: z.number(),
    tokensBefore: z.number().optional(),
    tokensAfter: z.number().optional(),
  }),
})
const refused = z.object({
  message: z.literal('refused'),
  timestamp: z.string(),
  function_name: z.string(),
  method: z.string(),
  status: z.number(),
  why: z.string(),
})
const unreached = z.object({
  message: z.literal('upstream not reached'),
  timestamp: z.string(),
  function_name: z.string(),
  status: z.number(),
  host: z.string(),
  causes: z.array(z.string()),
})
const ending = z.object({ ending: z.number() })
const logLine = z.union([exchanged, refused, unreached])
type Receipt = z.infer<typeof exchanged>['receipt']

const count = (tokens: number): string => tokens.toLocaleString('en-US')

/** Until a later request sends it shortened. */
export const nothingYet = 'nothing goes yet'

/** Why nothing was saved. A reason stands in brackets too, as docs/ledger.md lists it. */
const whyNot = ({ outcome, reason, compactionMode, status, route, tokensSaved }: Receipt): string => {
  if (reason !== undefined) {
    const words = reasonAsClause(reason)
    return words === reason ? `${outcome}: ${reason}` : `${words} (${reason})`
  }
  if (outcome === 'observed') return `observed: ${count(tokensSaved)} could go`
  if (outcome === 'cut') return 'the answer broke off'
  if (status === 429) return 'the provider’s limit is reached'
  if (status >= 500) return 'the provider failed'
  if (status >= 400) return 'the provider said no'
  if (compactionMode === 'off') return 'compaction is off'
  // What could go may wait until that pays.
  if (route === 'pass-through') return ''
  if (route === 'compress') return 'nothing to delete'
  return compactionMode === 'arrival' ? 'nothing of what is new could go' : nothingYet
}

const tokensOf = (receipt: Receipt): string => {
  const { tokensBefore: before, tokensAfter: after } = receipt
  if (before === undefined || after === undefined) return whyNot(receipt)
  if (before <= after) return [counted(after, 'token'), whyNot(receipt)].filter((part) => part !== '').join(', ')
  return `${count(before)} → ${counted(after, 'token')}  −${percentText((1 - after / before) * 100)}`
}

const clock = (iso: string): string => {
  const at = new Date(iso)
  return [at.getHours(), at.getMinutes(), at.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':')
}

/** One line, and more of them below it for a text that does not fit. */
const line = (at: string, route: string, status: number, rest: string): string => {
  const head = `${clock(at)}  ${route.padEnd(16)}  ${status}  `
  const lines = ['']
  for (const word of rest.split(' ')) {
    const last = lines.at(-1) ?? ''
    if (head.length + last.length + word.length < width) lines[lines.length - 1] = `${last}${word} `
    else lines.push(`${word} `)
  }
  return `${head}${lines.join(`\n${' '.repeat(head.length)}`)}`.replaceAll(/ +$/gm, '')
}

/** What a person waits for who has asked the service to end. */
export const endingLine = (logged: string): string | undefined => {
  const read = ending.safeParse(parsed(logged))
  if (!read.success) return undefined
  return `Ending: ${counted(read.data.ending, 'exchange still runs', 'exchanges still run')} (Ctrl-C again cuts ${read.data.ending === 1 ? 'it' : 'them'}).`
}

/** A first sentence is enough here; the client has all of it. */
const firstSentence = (text: string): string => /^.*?[.;](?= |$)/.exec(text)?.[0].replace(/;$/, '.') ?? text

/**
 * What a person reads of a log line of the functions; nothing for what needs no eyes: metrics, and probes that send no key.
 */
export const exchangeLine = (logged: string): string | undefined => {
  const read = logLine.safeParse(parsed(logged))
  if (!read.success) return undefined
  const entry = read.data
  if ('receipt' in entry) {
    const { receivedAt, route, status } = entry.receipt
    return line(receivedAt, route, status, tokensOf(entry.receipt))
  }
  if ('host' in entry) {
    const cause = entry.causes.at(-1)
    const why = cause === undefined ? '' : ` (${cause})`
    return line(entry.timestamp, entry.function_name, entry.status, `${entry.host} could not be reached${why}`)
  }
  if (entry.method === 'HEAD') return undefined
  return line(entry.timestamp, entry.function_name, entry.status, firstSentence(entry.why))
}
