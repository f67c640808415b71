// How numbers, moments and strangers' words are shown.

import { whyNothingWent } from '../../../core/ledger/reasons.ts'
import { percentText } from '../../../core/savings/percent.ts'
import { withoutControls } from '../../../core/text/controls.ts'
import { counted } from '../../../core/text/counted.ts'

const minus = '\u2212'

const compactUnits: readonly (readonly [number, string])[] = [
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'k'],
]

const threeDigits = (value: number): string => {
  const digits = value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2
  return value.toFixed(digits)
}

/** `1.24M`, `412k`, `87`, `0.4`: a tenth of a token is not nothing. The sign is that of mathematics. */
export const compact = (value: number): string => {
  const size = Math.abs(value)
  const unit = compactUnits.find(([from]) => size >= from * 0.9995)
  const text =
    unit === undefined ? String(Number(size.toFixed(size < 1 ? 2 : 0))) : `${threeDigits(size / unit[0])}${unit[1]}`
  return value < 0 && text !== '0' ? `${minus}${text}` : text
}

/** With all its digits. */
export const exact = (value: number): string =>
  value.toLocaleString('en-US', { maximumFractionDigits: 2, signDisplay: 'negative' }).replace('-', minus)

interface Limits {
  readonly requestsPerMinute?: number | undefined
  readonly tokensPerMinute?: number | undefined
}

/** The limits of a key: `1,000 requests/min`. */
export const limitsInWords = ({ requestsPerMinute, tokensPerMinute }: Limits): string =>
  [
    ...(requestsPerMinute === undefined ? [] : [`${counted(requestsPerMinute, 'request')}/min`]),
    ...(tokensPerMinute === undefined ? [] : [`${counted(tokensPerMinute, 'token')}/min`]),
  ].join(', ') || '–'

/** With its sign, whichever it is. */
export const signed = (value: number): string =>
  compact(value).startsWith(minus) || compact(value) === '0' ? compact(value) : `+${compact(value)}`

/** `12 %` of a whole; nothing of nothing. */
export const percent = (part: number, whole: number): string => {
  if (whole === 0) return '0 %'
  const value = (part / whole) * 100
  return `${value < 0 ? minus : ''}${percentText(value)}`
}

/** `$3.10`; less than a cent as such. */
export const dollars = (value: number): string => {
  const size = Math.abs(value)
  const text =
    size > 0 && size < 0.01
      ? '< $0.01'
      : `$${size.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
  return value < 0 ? `${minus}${text}` : text
}

const formats = new Map<string, Intl.DateTimeFormat>()
const formatOf = (zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const name = JSON.stringify([zone, options])
  const format = formats.get(name) ?? new Intl.DateTimeFormat('en-GB', { timeZone: zone, ...options })
  formats.set(name, format)
  return format
}

const yearOf = (at: string | number, zone: string): string => formatOf(zone, { year: 'numeric' }).format(new Date(at))

/** A day, with its year unless that is the one of `now`: what is kept may be older than a year. */
const dayOptions = (at: string, zone: string, now: number): Intl.DateTimeFormatOptions => ({
  day: 'numeric',
  month: 'short',
  ...(yearOf(at, zone) === yearOf(now, zone) ? {} : { year: 'numeric' }),
})

/** `21 Nov, 22:45`; `21 Nov 2025, 22:45` of another year than `now`, in milliseconds since the epoch. */
export const moment = (at: string, zone: string, now: number): string =>
  formatOf(zone, { ...dayOptions(at, zone, now), hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    new Date(at),
  )

const anHour = 3_600_000

/**
 * When a key was last used, as far as that is known: its use is noted once an hour, so that it may have been used until an hour
 * after the note. `22 Nov, 22:45 to 23:45`. `now` in milliseconds since the epoch.
 */
export const lastUse = (notedAt: string | undefined, zone: string, now: number): string => {
  if (notedAt === undefined) return 'never'
  const noted = Date.parse(notedAt)
  if (now - noted < anHour) return 'in the last hour'
  const until = new Date(noted + anHour).toISOString()
  return `${moment(notedAt, zone, now)} to ${hourName(until, zone)}`
}

/** `21 Nov, 22:45:10`: a session may last for days. With its year as in `moment`. */
export const second = (at: string, zone: string, now: number): string =>
  `${formatOf(zone, dayOptions(at, zone, now)).format(new Date(at))}, ${clock(at, zone)}`

/** `22:45:10`. */
export const clock = (at: string, zone: string): string =>
  formatOf(zone, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }).format(new Date(at))

/** `22:30`: the name of an hour that begins then. */
export const hourName = (at: string, zone: string): string =>
  formatOf(zone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(new Date(at))

/** `21 Nov 2026`. */
export const date = (at: string, zone: string): string =>
  formatOf(zone, { day: 'numeric', month: 'short', year: 'numeric' }).format(new Date(at))

/** `2026-11`: the month that a moment falls into. `at` in milliseconds since the epoch. */
export const monthOf = (at: number, zone: string): string => {
  const parts = formatOf(zone, { year: 'numeric', month: '2-digit' }).formatToParts(new Date(at))
  const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}`
}

/** `21 Nov`, of a calendar day. */
export const dayName = (day: string): string =>
  formatOf('UTC', { day: 'numeric', month: 'short' }).format(new Date(`${day}T00:00:00Z`))

const maxShown = 100

/** What a client chose. */
export const stranger = (text: string): string => {
  const shown = withoutControls(text)
  const characters = [...shown]
  return characters.length > maxShown ? `${characters.slice(0, maxShown - 1).join('')}…` : shown
}

/** A model, by the name that the client gave it. Sums write `-` where it gave none. */
export const modelName = (model: string | undefined): string =>
  model === undefined || model === '-' ? 'no model' : stranger(model)

/** What sums without a mode are of. */
export const withoutMode = '/v1/compress, and paths that pass through'

/** A mode. Sums write `-` where none has been at work. */
export const modeName = (mode: string | undefined): string => (mode === undefined || mode === '-' ? 'no mode' : mode)

/** The models of a session, and that there are more than are named. */
export const modelsOf = ({
  models,
  hasMoreModels,
}: {
  readonly models: readonly string[]
  readonly hasMoreModels?: true
}): string =>
  models.length === 0
    ? modelName(undefined)
    : [...models.map(modelName), ...(hasMoreModels ? ['and more'] : [])].join(', ')

const clients: Readonly<Record<string, string>> = {
  'claude-code': 'Claude Code',
  codex: 'Codex',
  header: 'Own session id',
}

/** An agent, by name; one that is not known here as a newer version has written it. Sums write `-` where none is said. */
export const clientName = (client: string | undefined): string =>
  client === undefined || client === '-' ? '–' : (clients[client] ?? stranger(client))

const outcomes: Readonly<Record<string, string>> = {
  compacted: 'Compacted',
  verbatim: 'Nothing deleted',
  observed: 'Observed',
  'failed-open': 'Sent as it came',
  cut: 'Broken off',
}

/**
 * Of exchanges that were counted together. Those that went verbatim are told apart by no sum: in some was nothing to delete, in others it
 * waited until it pays, at others nobody looked.
 */
export const outcomeName = (outcome: string): string => outcomes[outcome] ?? outcome

interface Became {
  readonly outcome: string
  /** Absent where an older service tells of an exchange. */
  readonly route?: string | undefined
  readonly status?: number | undefined
  readonly compactionMode?: string | undefined
}

/** What became of one exchange. Of one that was proxied nobody says that nothing could have gone: it may wait until it pays. */
export const exchangeName = ({ outcome, route, status, compactionMode }: Became): string => {
  if (outcome !== 'verbatim') return outcomeName(outcome)
  if (route === 'pass-through') return 'Passed through'
  if (compactionMode === 'off') return 'Compaction off'
  if (route === undefined || status === undefined) return outcomeName(outcome)
  if (status >= 400) return 'Not compacted'
  return route === 'compress' ? 'Nothing to delete' : outcomeName(outcome)
}

/** Why nothing went of an exchange that has no reason of its own; nothing where its name says it, or it has one. */
export const whyNothing = (became: Became & { readonly reason?: string | undefined }): string | undefined =>
  became.reason === undefined && became.route !== undefined && exchangeName(became) === outcomeName('verbatim')
    ? whyNothingWent(became.compactionMode)
    : undefined
