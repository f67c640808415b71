// Who answers at an address: this service, somebody else's compactor, or nobody.

import { isObject } from '../../core/json/object.ts'
import type { World } from '../world/world.ts'

const patienceMilliseconds = 5_000

export interface Answering {
  readonly status: number
  readonly date?: string
  readonly text: string
}

/** Nothing where nobody answers in time. */
export const ask = async (
  world: Pick<World, 'fetch'>,
  address: string,
  init: RequestInit = {},
): Promise<Answering | undefined> => {
  try {
    const signal = AbortSignal.timeout(patienceMilliseconds)
    const answer = await world.fetch(address, { redirect: 'manual', signal, ...init })
    const date = answer.headers.get('date')
    return { status: answer.status, text: await answer.text(), ...(date === null ? {} : { date }) }
  } catch {
    return undefined
  }
}

/** The type of a refusal of this service. */
export const refusalIn = ({ text }: Answering): string | undefined => {
  try {
    const body: unknown = JSON.parse(text)
    const error = isObject(body) && isObject(body.error) ? body.error : undefined
    return typeof error?.type === 'string' ? error.type : undefined
  } catch {
    return undefined
  }
}

/** Others that stand between clients and providers, by what their answers say of themselves. */
const others: readonly (readonly [name: string, sign: RegExp])[] = [
  ['Headroom', /headroom/i],
  ['LiteLLM', /litellm/i],
  ['Claude Code Router', /claude[- ]code[- ]router/i],
]
/** Where they say it. */
const places = ['', '/health', '/livez', '/stats']

/** The name of another compactor or gateway at this address, if one says its own. */
export const otherAt = async (world: Pick<World, 'fetch'>, address: string): Promise<string | undefined> => {
  const { origin } = new URL(address)
  for (const place of places) {
    const answer = await ask(world, origin + place)
    const other = answer === undefined ? undefined : others.find(([, sign]) => sign.test(answer.text))
    if (other !== undefined) return other[0]
  }
  return undefined
}
