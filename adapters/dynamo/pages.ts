// Reads page by page, however many there are: each page has a deadline of its own.

import { type Dynamo, send } from './client.ts'
import type { Command } from './commands.ts'

type Key = Record<string, unknown>

/** `read`: the command that reads the page that begins here. */
export async function* pagesOf<Page extends { readonly LastEvaluatedKey?: Key | undefined }>(
  dynamo: Pick<Dynamo, 'documents' | 'deadlineMilliseconds'>,
  read: (from: { ExclusiveStartKey?: Key }) => Command<Page>,
): AsyncGenerator<Page> {
  let next: Key | undefined
  do {
    const page: Page = await send(dynamo, read(next === undefined ? {} : { ExclusiveStartKey: next }))
    yield page
    next = page.LastEvaluatedKey
  } while (next !== undefined)
}
