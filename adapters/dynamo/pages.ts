// Reads page by page, however many there are: each page has a deadline of its own.

import { ask, type Dynamo } from './client.ts'

type Key = Record<string, unknown>

/** `send`: reads the page that begins here. */
export async function* pagesOf<Page extends { readonly LastEvaluatedKey?: Key | undefined }>(
  dynamo: Dynamo,
  send: (from: { ExclusiveStartKey?: Key }, options: { readonly abortSignal: AbortSignal }) => Promise<Page>,
): AsyncGenerator<Page> {
  let next: Key | undefined
  do {
    const from = next === undefined ? {} : { ExclusiveStartKey: next }
    const page = await ask(dynamo, (options) => send(from, options))
    yield page
    next = page.LastEvaluatedKey
  } while (next !== undefined)
}
