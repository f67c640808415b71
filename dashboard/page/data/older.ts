// The pages behind the first one of a list, fetched one by one. The first page may be fetched anew meanwhile and then reaches less far
// back: what it no longer has stays, so that no entry is missing between the pages.

import { useEffect, useRef, useState } from 'preact/hooks'
import { ApiError, ask } from './api.ts'
import { joinedPages } from './joined-pages.ts'

interface Page {
  readonly next?: string
}

export interface Older<Entry> {
  readonly entries: readonly Entry[]
  /** Whether there are more. */
  readonly hasMore: boolean
  readonly isLoading: boolean
  readonly error: ApiError | undefined
  more(): void
}

interface Options<Document, Entry> {
  /** Of the first page: another one begins anew. */
  readonly path: string
  readonly first: Document | undefined
  readonly pathOf: (cursor: string) => string
  readonly entriesOf: (page: Document) => readonly Entry[]
  readonly idOf: (entry: Entry) => string
}

interface State<Document> {
  readonly path: string
  /** The first page as it was when the ones behind it were asked for. */
  readonly pages: readonly Document[]
  readonly isLoading: boolean
  readonly error: ApiError | undefined
}

export const useOlder = <Document extends Page, Entry>(options: Options<Document, Entry>): Older<Entry> => {
  const { path, first, pathOf, entriesOf, idOf } = options
  const nothing: State<Document> = { path, pages: [], isLoading: false, error: undefined }
  const [kept, setState] = useState(nothing)
  const leaving = useRef<AbortController | undefined>(undefined)
  const state = kept.path === path ? kept : nothing
  useEffect(() => () => leaving.current?.abort(), [path])
  const next = (state.pages.at(-1) ?? first)?.next

  const more = (): void => {
    if (next === undefined || state.isLoading || first === undefined) return
    const pages = state.pages.length === 0 ? [first] : state.pages
    const controller = new AbortController()
    leaving.current = controller
    setState({ path, pages, isLoading: true, error: undefined })
    ask<Document>(pathOf(next), { signal: controller.signal })
      .then((page) => setState({ path, pages: [...pages, page], isLoading: false, error: undefined }))
      .catch((error: unknown) => {
        if (controller.signal.aborted) return
        const known = error instanceof ApiError ? error : new ApiError(0, 'The page failed.')
        setState({ path, pages, isLoading: false, error: known })
      })
  }
  const pages = first === undefined ? state.pages : [first, ...state.pages]
  return {
    entries: joinedPages(pages.map(entriesOf), idOf),
    hasMore: next !== undefined,
    isLoading: state.isLoading,
    error: state.error,
    more,
  }
}
