// Signing in and out. A browser leaves for the issuer with a cookie of ten minutes and comes back with it, once.

import {
  localPath,
  newCookie,
  newSession,
  pendingExpiry,
  pendingSeconds,
  sessionHash,
  sessionSeconds,
} from '../../core/people/browser-session.ts'
import { personIdOf } from '../../core/people/person.ts'
import { type Answer, type Asked, cookieOf, json, seeOther } from '../http.ts'
import type { Ports } from '../ports.ts'
import { cookieNames, setCookie } from './cookies.ts'

/** Where the page says what went wrong. Nothing of what the issuer said is repeated there. */
const failed = '/?problem=sign-in'

/** Leaves for the issuer. */
export const signIn = async (asked: Asked, ports: Ports): Promise<Answer> => {
  const { signIn: name, attributes } = cookieNames(ports.settings.dashboardUrl)
  const { url, ...kept } = await ports.identity.leave()
  const cookie = newCookie(ports.random32())
  await ports.browserSessions.startSignIn({
    sessionHash: sessionHash(cookie),
    ...kept,
    to: localPath(asked.query.get('to')),
    expiresAt: pendingExpiry(asked.now),
  })
  return seeOther(url, [setCookie(name, cookie, attributes, pendingSeconds)])
}

/** Comes back from the issuer: a new session, whatever the browser had before. */
export const callback = async (asked: Asked, ports: Ports): Promise<Answer> => {
  const { dashboardUrl } = ports.settings
  const names = cookieNames(dashboardUrl)
  const forget = setCookie(names.signIn, '', names.attributes, 0)
  const cookie = cookieOf(asked, names.signIn)
  const pending = cookie === undefined ? undefined : await ports.browserSessions.takeSignIn(sessionHash(cookie))
  if (pending === undefined || Date.parse(pending.expiresAt) <= asked.now) return seeOther(failed, [forget])
  try {
    const url = new URL(`${dashboardUrl}/auth/callback?${asked.query}`)
    const identified = await ports.identity.return(url, pending)
    const personId = personIdOf(identified.issuer, identified.subject)
    await ports.people.put({ personId, ...identified, lastSignInAt: new Date(asked.now).toISOString() })
    const session = newCookie(ports.random32())
    await ports.browserSessions.start(newSession(session, personId, asked.now))
    const old = cookieOf(asked, names.session)
    if (old !== undefined) await ports.browserSessions.end(sessionHash(old))
    return seeOther(pending.to, [forget, setCookie(names.session, session, names.attributes, sessionSeconds)])
  } catch (error) {
    ports.log.warn('sign-in failed', { cause: error instanceof Error ? error.name : 'unknown' })
    return seeOther(failed, [forget])
  }
}

/** Ends the session here and says where it ends at the issuer. */
export const signOut = async (asked: Asked, ports: Ports): Promise<Answer> => {
  const names = cookieNames(ports.settings.dashboardUrl)
  const cookie = cookieOf(asked, names.session)
  if (cookie !== undefined) await ports.browserSessions.end(sessionHash(cookie))
  const signOutUrl = await ports.identity.signOutUrl().catch(() => undefined)
  const answer = json({ signOutUrl: signOutUrl ?? '/' })
  return { ...answer, cookies: [setCookie(names.session, '', names.attributes, 0)] }
}
