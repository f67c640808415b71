// How the page asks its own server. Nothing else is ever asked.

import { signal } from '@preact/signals'
import { learnTime } from './service-clock.ts'

/** Whether the last answer said that nobody is signed in. */
export const isSignedOut = signal(false)

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** What is told of something that failed: what the service says of it, or else that it did not work, and what that leaves as it was. */
export const failureOf = (error: unknown, left = ''): string =>
  error instanceof ApiError ? error.message : `That did not work. ${left}`.trimEnd()

const messageOf = (document: unknown): string => {
  const error = typeof document === 'object' && document !== null && 'error' in document ? document.error : undefined
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : undefined
  return typeof message === 'string' ? message : 'The dashboard did not answer as expected.'
}

/** An answer cannot be had: nobody answers, or it breaks off, perhaps behind what was asked for. An abort stays what it is. */
const unreached = (error: unknown): never => {
  if (error instanceof DOMException && error.name === 'AbortError') throw error
  throw new ApiError(0, 'The dashboard cannot be reached. Look again before you repeat what you did.')
}

const fetched = async (path: string, init: RequestInit): Promise<Response> => {
  const answer = await fetch(path, init).catch(unreached)
  learnTime(answer.headers)
  isSignedOut.value = answer.status === 401
  return answer
}

/** Throws `ApiError`, with status 0 where there was no answer. */
export const ask = async <Document>(path: string, init: RequestInit): Promise<Document> => {
  const answer = await fetched(path, init)
  const document: unknown = await answer.json().catch(() => undefined)
  if (!answer.ok) throw new ApiError(answer.status, messageOf(document))
  return document as Document
}

/** A file, and what was said of it. Throws `ApiError`. */
export const askFile = async (path: string, init: RequestInit): Promise<{ text: string; headers: Headers }> => {
  const answer = await fetched(path, init)
  if (!answer.ok) throw new ApiError(answer.status, messageOf(await answer.json().catch(() => undefined)))
  return { text: await answer.text().catch(unreached), headers: answer.headers }
}

/** Throws `ApiError`. */
export const send = <Document>(path: string, body: unknown = {}, method = 'POST'): Promise<Document> =>
  ask(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

export const accountPath = (account: string, path: string): string =>
  `/api/accounts/${encodeURIComponent(account)}${path}`
