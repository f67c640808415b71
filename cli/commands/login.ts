// `login`: signs this machine in, and gives the new token to what is wrapped.

import { accountName, accountNameForm } from '../../core/access/account-name.ts'
import { askMe, Unreachable } from '../service/ask.ts'
import {
  currentSignIn,
  keepSignIn,
  namedService,
  requireKeeping,
  type SignIn,
  serviceUrl,
} from '../service/credentials.ts'
import { askCodes, revokeToken, waitForGrant } from '../service/oauth.ts'
import { looksLikeToken, tokenForm } from '../service/token-form.ts'
import type { Line } from '../terminal/terminal.ts'
import { Failed, NotUnderstood } from '../world/faults.ts'
import { manifest } from '../world/version.ts'
import type { World } from '../world/world.ts'
import { entriesWith, renewToken } from '../wrap/wrapped-token.ts'
import type { Command, Given } from './command.ts'

/** Throws `NotUnderstood`. */
const understood = (named: string): string => {
  try {
    return serviceUrl(named)
  } catch (error) {
    throw error instanceof Failed ? new NotUnderstood(`compaction login: ${error.message}`) : error
  }
}

/** The service named on the command line or in the environment, the one that this command came from, or the last one. */
const wantedUrl = ({ words: [named] }: Given, world: World): string => {
  if (named !== undefined) return understood(named)
  const url = namedService(world.environment) ?? manifest().service ?? currentSignIn(world)?.url
  if (url === undefined)
    throw new NotUnderstood('compaction login: which service? compaction login https://compaction.example.com')
  return serviceUrl(url)
}

const textOf = (value: string | true | undefined): string | undefined => (typeof value === 'string' ? value : undefined)

/** By a code that a person approves in a browser, here or on another machine. */
const byCode = async (url: string, { options }: Given, world: World): Promise<SignIn> => {
  const device = textOf(options.device)?.trim() || world.hostname
  const codes = await askCodes(world, url, device)
  const account = textOf(options.account)
  const address = `${codes.verification_uri_complete}${account === undefined ? '' : `&account=${encodeURIComponent(account)}`}`
  // Not the result: that comes when it is approved.
  world.terminal.note([
    'Open ',
    { text: codes.verification_uri, style: 'accent' },
    ' and compare: ',
    { text: codes.user_code, style: 'bold' },
  ])
  const isWanted = options['no-browser'] === undefined && world.terminal.isScreen
  if (!isWanted || !world.openBrowser(address)) world.terminal.note(`Or open ${address}`)
  const granted = await waitForGrant(world, url, codes)
  return {
    url,
    token: granted.access_token,
    baseUrl: granted.base_url,
    account: granted.account,
    person: granted.person,
    device,
    expiresAt: new Date(world.now() + granted.expires_in * 1000).toISOString(),
  }
}

/** With a token from standard input: one that another machine was given. */
const withToken = async (url: string, world: World): Promise<SignIn> => {
  const token = (await world.input()).trim()
  if (!looksLikeToken(token)) throw new Failed(`Standard input holds no token: ${tokenForm}.`)
  const { baseUrl, account, person, token: facts } = await askMe(world, { url, token })
  return { url, token, baseUrl, account, person, device: facts.device, expiresAt: facts.expiresAt }
}

/** What cannot be done with a wrapped file keeps nobody from signing in or out: it is said, and nothing comes of it. */
const orSaid = <T>(world: World, act: () => readonly T[], more = ''): readonly T[] => {
  try {
    return act()
  } catch (error) {
    if (!(error instanceof Failed)) throw error
    world.terminal.note(`${error.message}${more}`)
    return []
  }
}

/** Wrapped files get the new token: with the former one they would be refused. A line for each. */
const renewWrapped = (former: SignIn, token: string, world: World): readonly Line[] =>
  orSaid(world, () => entriesWith(world, former.token)).flatMap((entry) => {
    const { agent, path } = entry
    const again = ` It holds the former token, which is revoked: compaction wrap ${agent}`
    const renew = (): readonly Line[] => {
      renewToken(world, entry, former.token, token)
      return [`Wrapped   ${agent} has the new token: ${path}`]
    }
    return orSaid(world, renew, again)
  })

/** A token of the environment wins over every sign-in. */
const ofEnvironment = ({ environment: { COMPACTION_TOKEN: given = '' } }: World, { token }: SignIn): readonly Line[] =>
  given === '' || given === token ? [] : ['Commands use COMPACTION_TOKEN of the environment until it is unset.']

/** The token before this one goes: nobody would ever use it again. */
const revokeFormer = async (former: SignIn, world: World): Promise<void> => {
  await revokeToken(world, former.url, former.token).catch((error: unknown) => {
    if (!(error instanceof Unreachable)) throw error
    world.terminal.note(`The former token was not revoked. It can be revoked at ${former.url}.`)
  })
}

/** The account that is asked for. Throws `NotUnderstood` for what no account is called, before anybody approves anything. */
const wantedAccount = ({ options: { account: given } }: Given): string | undefined => {
  const wanted = textOf(given)
  if (wanted !== undefined && !accountName.test(wanted))
    throw new NotUnderstood(`compaction login: "${wanted}" is no account. A name has ${accountNameForm}.`)
  return wanted
}

/** The page lets its person choose: with another account every request would be counted for somebody else. */
const requireAccount = ({ account }: SignIn, wanted: string | undefined): void => {
  if (wanted === undefined || wanted === account.id) return
  throw new Failed(
    `It was approved for ${account.id}, not for ${wanted}. Nothing was signed in. Run the command again.`,
  )
}

/**
 * Resolves with the sign-in before it. A token that was made for this machine and is not kept here, because it cannot be or is of another
 * account than was asked for, goes: nobody has it.
 */
const keepOrRevoke = async (signIn: SignIn, given: Given, world: World): Promise<SignIn | undefined> => {
  const { options } = given
  try {
    requireAccount(signIn, wantedAccount(given))
    return keepSignIn(world, signIn)
  } catch (error) {
    if (options['with-token'] !== true) await revokeToken(world, signIn.url, signIn.token).catch(() => undefined)
    throw error
  }
}

/** How this command is called here: npx leaves nothing behind that could be called by its name. */
const ownName = (url: string, { environment }: World): string =>
  environment.npm_command === 'exec' ? `npx ${url}/cli/compaction.tgz` : 'compaction'

export const login: Command = {
  name: 'login',
  usage: '[URL] [--account A] [--device NAME] [--no-browser] [--with-token]',
  does: 'Signs this machine in: open the page it names, compare the code, approve.',
  options: { account: 'text', device: 'text', 'no-browser': 'flag', 'with-token': 'flag' },
  maxWords: 1,
  async run(given, world) {
    const url = wantedUrl(given, world)
    // Before anybody is asked to approve anything: the file may be refused, or the account be none.
    requireKeeping(world)
    wantedAccount(given)
    const signIn = given.options['with-token'] === true ? await withToken(url, world) : await byCode(url, given, world)
    const before = await keepOrRevoke(signIn, given, world)
    const former = before?.token === signIn.token ? undefined : before
    const renewed = former === undefined ? [] : renewWrapped(former, signIn.token, world)
    if (former !== undefined) await revokeFormer(former, world)
    const { account, person, baseUrl, device, expiresAt } = signIn
    return {
      document: { url, baseUrl, account, person, device, expiresAt },
      lines: [
        [
          'Signed in',
          person.email === undefined ? '' : ` as ${person.email}`,
          ' to ',
          { text: account.id, style: 'bold' },
        ],
        ...renewed,
        ...ofEnvironment(world, signIn),
        `Base URL  ${baseUrl}`,
        ['Next      ', { text: `${ownName(url, world)} run claude`, style: 'accent' }],
      ],
    }
  },
}
