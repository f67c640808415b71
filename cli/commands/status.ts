// `status`: who this machine is signed in as, and what the service knows of it.

import { reasonInWords } from '../../core/ledger/reasons.ts'
import { counted } from '../../core/text/counted.ts'
import type { CliMe } from '../../dashboard/cli-answers.ts'
import { clientName, exchangeName, whyNothing } from '../../dashboard/page/data/format.ts'
import { type AgentRoute, agentRoutes } from '../agents/routes.ts'
import { askMe } from '../service/ask.ts'
import { currentService } from '../service/current.ts'
import { requestsIn } from '../terminal/figures.ts'
import type { Line } from '../terminal/terminal.ts'
import { isOlder, latestLine, manifest } from '../world/version.ts'
import { wrappedAgents } from '../wrap/wrapped-agents.ts'
import type { Command } from './command.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const fact = (name: string, text: string): Line => [{ text: name.padEnd(11), style: 'dim' }, text]

/** `30 days`, and less than one as such. A use moves the end once an hour, so an hour less than 30 days are 30. */
const daysUntil = (at: string, now: number): string => {
  const days = Math.floor((Date.parse(at) - now + hour) / day)
  return days < 1 ? 'less than a day' : counted(days, 'day')
}

const ago = (at: string, now: number): string => {
  const minutes = Math.max(0, Math.floor((now - Date.parse(at)) / minute))
  if (minutes < 1) return 'just now'
  if (minutes < 120) return `${minutes} min ago`
  return minutes < 2 * 24 * 60 ? `${Math.floor(minutes / 60)} h ago` : `${Math.floor(minutes / (24 * 60))} d ago`
}

/** Where others of the account have sent so much since that only the day of it is known. */
const lastDay = ({ lastDay: last }: CliMe): string => {
  if (last === undefined) return 'none lately'
  const asTheyCame = last.failedOpen === 0 ? '' : `, ${last.failedOpen} of them sent as they came`
  return `${last.day} (UTC), ${requestsIn(last)}${asTheyCame}`
}

const lastExchange = (me: CliMe, now: number): string => {
  const { lastExchange: last } = me
  if (last === undefined) return lastDay(me)
  const { receivedAt, client, model, reason } = last
  const why = reason === undefined ? whyNothing(last) : reasonInWords(reason)
  const how = `${exchangeName(last)}${why === undefined ? '' : `: ${why}`}`
  return [ago(receivedAt, now), ...(client === undefined ? [] : [clientName(client)]), model ?? '', how]
    .filter((text) => text !== '')
    .join(', ')
}

const routeLine = ({ agent, provider, goesTo }: AgentRoute): string =>
  `${agent}${provider === undefined ? '' : ` (${provider})`} → ${goesTo}`

export const status: Command = {
  name: 'status',
  usage: '',
  does: 'Shows account, mode, token and the last exchange. "doctor" says what is wrong.',
  options: {},
  maxWords: 0,
  async run(_given, world) {
    const service = currentService(world)
    const me = await askMe(world, service)
    const { account, person, mode, entitlements, baseUrl, token } = me
    const now = world.now()
    const agents = agentRoutes(world, baseUrl, wrappedAgents(world))
    return {
      document: { url: service.url, ...me, agents },
      lines: [
        fact('service', service.url),
        fact('base URL', baseUrl),
        fact('account', `${account.id} (${account.kind})`),
        fact('person', person.email ?? person.name ?? 'not told'),
        fact('may use', entitlements.join(', ') || 'nothing yet'),
        fact('mode', mode),
        fact(
          'token',
          `pt_…${token.suffix} of ${token.device}, expires in ${daysUntil(token.expiresAt, now)} unless it is used`,
        ),
        fact('agents', agents.map(routeLine).join(', ') || 'none found'),
        fact('last use', lastExchange(me, now)),
        ...(isOlder(manifest().version, me.version)
          ? [
              `This command is ${manifest().version}, the service ${me.version}. Run: ${latestLine(service.url, me.version)}`,
            ]
          : []),
      ],
    }
  },
}
