// A document of the server: the last one stays while it is fetched anew, and when that fails. What was told of one path is
// never shown as another's.

import { useCallback, useEffect, useState } from 'preact/hooks'
import { ApiError, ask } from './api.ts'

export interface Resource<Document> {
  readonly data: Document | undefined
  readonly error: ApiError | undefined
  reload(): void
}

interface State<Document> {
  readonly path: string | undefined
  readonly data: Document | undefined
  readonly error: ApiError | undefined
}

const untold = <Document>(path: string | undefined): State<Document> => ({
  path,
  data: undefined,
  error: undefined,
})

/** `undefined` asks for nothing. `everySeconds`: asked again while the page is looked at. */
export const useResource = <Document>(path: string | undefined, everySeconds?: number): Resource<Document> => {
  const [kept, setState] = useState<State<Document>>(untold(path))
  const [round, setRound] = useState(0)
  const reload = useCallback(() => setRound((before) => before + 1), [])

  useEffect(() => {
    if (path === undefined) return undefined
    const leaving = new AbortController()
    setState((before) => (before.path === path ? before : untold(path)))
    ask<Document>(path, { signal: leaving.signal })
      .then((data) => setState({ path, data, error: undefined }))
      .catch((error: unknown) => {
        if (leaving.signal.aborted) return
        const known = error instanceof ApiError ? error : new ApiError(0, 'The page failed.')
        setState((before) => ({ ...before, error: known }))
      })
    return () => leaving.abort()
  }, [path, round])

  useEffect(() => {
    if (everySeconds === undefined) return undefined
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') reload()
    }, everySeconds * 1000)
    return () => clearInterval(timer)
  }, [everySeconds, reload])

  const { data, error } = kept.path === path ? kept : untold<Document>(path)
  return { data, error, reload }
}
