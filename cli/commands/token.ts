// `token` and `env`: for scripts.

import { currentService } from '../service/current.ts'
import { currentRoute } from '../service/route.ts'
import { claudeVariables } from '../service/variables.ts'
import type { Line } from '../terminal/terminal.ts'
import { NotUnderstood } from '../world/faults.ts'
import type { Command } from './command.ts'

export const token: Command = {
  name: 'token',
  usage: '',
  does: 'Prints the token, for a script that sends the header X-Service-Auth-Token itself.',
  options: {},
  maxWords: 0,
  async run(_given, world) {
    const service = currentService(world)
    return { document: { token: service.token }, lines: [service.token] }
  },
}

/** What PowerShell takes for a single quote: the typographic ones too, which would end the text and let its rest run. */
const powershellQuotes = /['\u2018\u2019\u201a\u201b]/g

/** A value between quotes that the shell takes as it is; line breaks stay in it. */
const shells: Readonly<Record<string, (name: string, value: string) => string>> = {
  sh: (name, value) => `export ${name}='${value.replaceAll("'", `'\\''`)}'`,
  fish: (name, value) => `set -gx ${name} '${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`,
  powershell: (name, value) => `$env:${name} = '${value.replace(powershellQuotes, '$&$&')}'`,
}

export const env: Command = {
  name: 'env',
  usage: `[--shell ${Object.keys(shells).join('|')}]`,
  does: 'Prints the variables of agents, for the eval of a shell.',
  options: { shell: 'text' },
  maxWords: 0,
  async run({ options }, world) {
    const shell = options.shell ?? (world.platform === 'win32' ? 'powershell' : 'sh')
    const write = typeof shell === 'string' && Object.hasOwn(shells, shell) ? shells[shell] : undefined
    if (write === undefined)
      throw new NotUnderstood(`compaction env: --shell is one of ${Object.keys(shells).join(', ')}.`)
    const route = await currentRoute(world)
    const variables = {
      ...claudeVariables(route, world.environment.ANTHROPIC_CUSTOM_HEADERS),
      COMPACTION_BASE_URL: route.baseUrl,
      COMPACTION_TOKEN: route.token,
    }
    const lines = Object.entries(variables).flatMap(([name, value]): Line[] => write(name, value).split('\n'))
    return { document: variables, lines }
  },
}
