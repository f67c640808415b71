// `savings`: what was saved, by day, model, key, mode or agent, or in one session.

import { counted } from '../../core/text/counted.ts'
import { isDay } from '../../core/text/day.ts'
import { isUuid } from '../../core/text/uuid.ts'
import { mostDays } from '../../dashboard/cli-answers.ts'
import { clientName, compact, modelName, modelsOf, modeName, withoutMode } from '../../dashboard/page/data/format.ts'
import type { NetSums, Session, Usage, UsageRow } from '../../dashboard/page/data/types.ts'
import { askSavings, askSession, Unreachable } from '../service/ask.ts'
import { currentService, type Service } from '../service/current.ts'
import { lessOrMore, netPiece, sumsSentence } from '../terminal/figures.ts'
import { table } from '../terminal/table.ts'
import type { Line, Piece } from '../terminal/terminal.ts'
import { NotUnderstood } from '../world/faults.ts'
import type { World } from '../world/world.ts'
import type { Command, Given } from './command.ts'

const watchMilliseconds = 5_000

const dimensions = {
  day: ({ day }: UsageRow) => day,
  model: ({ model }: UsageRow) => modelName(model),
  key: ({ keyId, keyName = keyId }: UsageRow) => keyName,
  mode: ({ mode }: UsageRow) => modeName(mode),
  client: ({ client }: UsageRow) => clientName(client),
} as const
type Dimension = keyof typeof dimensions

const isDimension = (text: string): text is Dimension => Object.hasOwn(dimensions, text)

const dimensionsIn = (text: string): readonly Dimension[] => {
  const named = text.split(',')
  if (!named.every(isDimension))
    throw new NotUnderstood(`compaction savings: --by is among ${Object.keys(dimensions).join(', ')}.`)
  return named.filter(isDimension)
}

const cells = (sums: NetSums): readonly Piece[] => [
  String(sums.exchanges),
  compact(sums.tokensBefore),
  compact(sums.tokensAfter),
  compact(sums.gained),
  compact(-sums.givenBack),
  netPiece(sums),
  lessOrMore(sums),
]

const numbers = ['requests', 'before', 'after', 'saved', 'given back', 'net', 'share'].map((name) => ({
  name,
  isNumber: true,
}))
/** Heads that say it themselves would not fit beside each other. */
const unitsLine: Line = [{ text: 'Before and after are tokens, the rest effective tokens.', style: 'dim' }]

const estimateLine: Line = [{ text: '~ is in part an estimate.', style: 'dim' }]

const modeLine: Line = [{ text: `No mode: ${withoutMode}.`, style: 'dim' }]

/** `in the last 7 days`, of which today is one; `since 2026-11-01`. */
const spanWords = (since: string): string =>
  since === '1d'
    ? 'today'
    : since.endsWith('d')
      ? `in the last ${counted(Number(since.slice(0, -1)), 'day')}`
      : `since ${since}`

const usageLines = (
  { rows, totals, zone }: Usage,
  by: readonly Dimension[],
  since: string,
  columns: number,
): readonly Line[] => {
  const zoneLine: Line = [{ text: `Days of ${zone}.`, style: 'dim' }]
  if (rows.length === 0) return [`Nothing was sent ${spanWords(since)}.`, zoneLine]
  const heads = [...by.map((name) => ({ name })), ...numbers]
  const body = rows.map((row) => [...by.map((name) => dimensions[name](row) ?? '–'), ...cells(row)])
  const sum = ['in all', ...by.slice(1).map(() => ''), ...cells(totals)]
  const isWithoutMode = by.includes('mode') && rows.some(({ mode }) => mode === '-')
  return [
    ...table(heads, [...body, sum], columns),
    ...(isWithoutMode ? [modeLine] : []),
    ...(totals.estimatedExchanges > 0 ? [estimateLine] : []),
    unitsLine,
    zoneLine,
  ]
}

const sessionLines = (session: Session | undefined): readonly Line[] =>
  session === undefined
    ? ['Nothing of this session has been counted yet.']
    : [
        `${[clientName(session.client), modelsOf(session)].join(', ')}: ${sumsSentence(session)}`,
        ['net ', netPiece(session), ` = ${compact(session.gained)} saved − ${compact(session.givenBack)} given back`],
        ...(session.estimatedExchanges > 0 ? [estimateLine] : []),
      ]

interface Looked {
  readonly document: unknown
  readonly lines: readonly Line[]
}

/** Throws `NotUnderstood`: the service would only say that the request is not valid. */
const sinceIn = (text: string): string => {
  if (/^[1-9]\d*d$/.test(text) && Number.parseInt(text, 10) > mostDays)
    throw new NotUnderstood(`compaction savings: --since is "${text}", but at most ${mostDays}d.`)
  if (/^[1-9]\d*d$/.test(text) || isDay(text)) return text
  throw new NotUnderstood(
    `compaction savings: --since is ${JSON.stringify(text)}, but must be 7d for seven days, or a day such as 2026-11-21.`,
  )
}

/** Throws `NotUnderstood`: of anything but a session's id nothing is ever counted. */
const sessionIn = (text: string): string => {
  if (isUuid(text)) return text.toLowerCase()
  throw new NotUnderstood(
    `compaction savings: --session is ${JSON.stringify(text)}, but must be a session's id, as the dashboard shows it: 0b9f4a52-7a3c-4c0d-8a5e-1f2d3c4b5a69.`,
  )
}

type Question = { readonly session: string } | { readonly since: string; readonly by: readonly Dimension[] }

/** Throws `NotUnderstood`. */
const questionIn = ({ options: { session, since, by } }: Given): Question => {
  if (session !== undefined && (since !== undefined || by !== undefined))
    throw new NotUnderstood('compaction savings: --session stands alone.')
  return typeof session === 'string'
    ? { session: sessionIn(session) }
    : { since: sinceIn(String(since ?? '7d')), by: dimensionsIn(String(by ?? 'day')) }
}

const look = async (question: Question, service: Service, world: World): Promise<Looked> => {
  if ('session' in question) {
    const session = await askSession(world, service, question.session)
    return { document: session ?? null, lines: sessionLines(session) }
  }
  const { since, by } = question
  const usage = await askSavings(world, service, { since, tz: world.timeZone(), by: by.join(',') })
  return { document: usage, lines: usageLines(usage, by, since, world.terminal.columns()) }
}

/** Paints the figures again and again. The last ones stay while the service is away: a machine sleeps, and its network changes. */
const watch = async (question: Question, service: Service, world: World): Promise<void> => {
  let last: readonly Line[] | undefined
  while (world.terminal.isRead()) {
    try {
      last = (await look(question, service, world)).lines
      world.terminal.repaint(last)
    } catch (error) {
      if (!(error instanceof Unreachable) || last === undefined) throw error
      world.terminal.repaint([...last, error.message])
    }
    await world.wait(watchMilliseconds)
  }
}

const documents = async (question: Question, service: Service, world: World): Promise<void> => {
  while (world.terminal.isRead()) {
    world.terminal.document((await look(question, service, world)).document)
    await world.wait(watchMilliseconds)
  }
}

export const savings: Command = {
  name: 'savings',
  usage: '[--session ID | --since 7d] [--by day|model|key|mode|client] [--watch]',
  does: 'Shows what was saved, in effective tokens: days of the last week, or one session.',
  options: { session: 'text', since: 'text', by: 'text', watch: 'flag' },
  maxWords: 0,
  async run(given, world) {
    const question = questionIn(given)
    const service = currentService(world)
    if (given.options.watch === undefined) return look(question, service, world)
    await (given.json ? documents : watch)(question, service, world)
    return {}
  },
}
