// The sign-ins of this person, one per service. No keyring: where there is none it hangs or falls back without a word, and a
// token of this service is small and can be revoked.

import { join } from 'node:path'
import { defined } from '../../core/collections/defined.ts'
import { isObject, objectOf } from '../../core/json/object.ts'
import type { CliAccount, CliPerson } from '../../dashboard/cli-answers.ts'
import { configFolder, elsewhere } from '../files/folders.ts'
import { oneAtATime } from '../files/one-at-a-time.ts'
import { readPrivate, writePrivate } from '../files/private.ts'
import { removeFile, requireWritable } from '../files/replace.ts'
import { Failed, Located } from '../world/faults.ts'
import type { World } from '../world/world.ts'

export interface SignIn {
  /** The dashboard's origin: the name of a service. */
  readonly url: string
  readonly token: string
  /** Where agents send their requests. */
  readonly baseUrl: string
  readonly account: CliAccount
  readonly person: CliPerson
  /** What this machine was called. */
  readonly device: string
  /** ISO 8601: when the token ends if it is not used before. */
  readonly expiresAt: string
}

/** There is no sign-in to act with. */
export class NoSignIn extends Located {}

interface Kept {
  /** The service that commands act on where nothing else says which. */
  readonly current?: string
  readonly services: Readonly<Record<string, Omit<SignIn, 'url'>>>
}

export const credentialsPath = (world: Pick<World, 'environment' | 'platform' | 'home'>): string =>
  join(configFolder(world), 'credentials.json')

/** The members that commands use. */
const isSignIn = ([url, signIn]: [string, unknown]): boolean => {
  const { token, baseUrl } = objectOf(signIn)
  return URL.canParse(url) && typeof token === 'string' && typeof baseUrl === 'string' && URL.canParse(baseUrl)
}

const isKept = (value: unknown): value is Kept =>
  isObject(value) && isObject(value.services) && Object.entries(value.services).every(isSignIn)

/** Throws `Failed` if others may read the file, or if it is not one of ours. */
const readKept = (world: World): Kept => {
  const path = credentialsPath(world)
  const text = readPrivate(path, world.platform)
  if (text === undefined) return { services: {} }
  try {
    const kept: unknown = JSON.parse(text)
    if (isKept(kept)) return kept
  } catch {
    // Said below.
  }
  throw new NoSignIn(`${path} is damaged.`, path, 'Delete it, and sign in again: compaction login')
}

const writeKept = (world: World, kept: Kept): void =>
  writePrivate(credentialsPath(world), `${JSON.stringify(kept, null, 2)}\n`, elsewhere(world, 'config'))

const isThisMachine = ({ hostname }: URL): boolean => /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)

/** An origin without its slash: `https://example.com`. Throws `Failed` for anything else. */
export const serviceUrl = (text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  // Not repeated: logs would keep the password.
  if (url !== undefined && (url.username !== '' || url.password !== ''))
    throw new Failed(`The address of a service has no name and password in it: ${url.origin}`)
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new Failed(`"${text}" is not the address of a service. It looks like https://compaction.example.com.`)
  // Everybody on the way could read the token.
  if (url.protocol === 'http:' && !isThisMachine(url))
    throw new Failed(`${url.origin} is plain http, which is for services on this machine alone. Use https.`)
  return url.origin
}

/** The service that `COMPACTION_URL` names. One that is blank is as good as absent. Throws `Failed`, by its name. */
export const namedService = ({ COMPACTION_URL = '' }: World['environment']): string | undefined => {
  const text = COMPACTION_URL.trim()
  try {
    return text === '' ? undefined : serviceUrl(text)
  } catch (error) {
    throw error instanceof Failed ? new Failed(`COMPACTION_URL: ${error.message}`) : error
  }
}

const signInAt = (kept: Kept, url: string): SignIn | undefined => {
  const found = Object.hasOwn(kept.services, url) ? kept.services[url] : undefined
  return found === undefined ? undefined : { url, ...found }
}

/** Every sign-in; the current one first. */
export const signIns = (world: World): readonly SignIn[] => {
  const kept = readKept(world)
  return Object.keys(kept.services)
    .sort((one, other) => Number(other === kept.current) - Number(one === kept.current))
    .flatMap((url) => signInAt(kept, url) ?? [])
}

/** The sign-in at `COMPACTION_URL`, or at the service that was signed in to last. */
export const currentSignIn = (world: World): SignIn | undefined => {
  const kept = readKept(world)
  const url = namedService(world.environment) ?? kept.current
  return url === undefined ? undefined : signInAt(kept, url)
}

/** Throws `Failed` where no sign-in could be kept. */
export const requireKeeping = (world: World): void => {
  readKept(world)
  requireWritable(credentialsPath(world), elsewhere(world, 'config'))
}

const changed = <T>(world: World, change: (kept: Kept) => T): T =>
  oneAtATime(credentialsPath(world), () => change(readKept(world)), elsewhere(world, 'config'))

/** Keeps a sign-in, in place of an earlier one at the same service, which it returns. */
export const keepSignIn = (world: World, { url, ...signIn }: SignIn): SignIn | undefined =>
  changed(world, (kept) => {
    writeKept(world, { current: url, services: { ...kept.services, [url]: signIn } })
    return signInAt(kept, url)
  })

/** Forgets the sign-in at a service. Another one becomes the current one; without another one the file goes. */
export const forgetSignIn = (world: World, url: string): void =>
  changed(world, (kept) => {
    const services = Object.fromEntries(Object.entries(kept.services).filter(([one]) => one !== url))
    const [first] = Object.keys(services)
    if (first === undefined) {
      removeFile(credentialsPath(world))
      return
    }
    const current = kept.current === url ? first : kept.current
    writeKept(world, { services, ...defined({ current }) })
  })
