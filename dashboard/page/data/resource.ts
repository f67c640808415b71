// A document of the server: the last one stays while a new one is fetched, and when that fails.

import { useCallback, useEffect, useState } from 'preact/hooks'
import { ApiError, ask } from './api.ts'

export interface Resource<Document> {
  readonly data: Document | undefined
  readonly error: ApiError | undefined
  readonly isLoading: boolean
  reload(): void
}

interface State<Document> {
  readonly path: string | undefined
  readonly data: Document | undefined
  readonly error: ApiError | undefined
  readonly isLoading: boolean
}

/** `undefined` asks for nothing. `everySeconds`: asked again while the page is looked at. */
export const useResource = <Document>(path: string | undefined, everySeconds?: number): Resource<Document> => {
  const [state, setState] = useState<State<Document>>({ path, data: undefined, error: undefined, isLoading: true })
  const [round, setRound] = useState(0)
  const reload = useCallback(() => setRound((before) => before + 1), [])

  useEffect(() => {
    if (path === undefined) return undefined
    const leaving = new AbortController()
    setState((before) => ({ ...before, isLoading: true }))
    ask<Document>(path, { signal: leaving.signal })
      .then((data) => setState({ path, data, error: undefined, isLoading: false }))
      .catch((error: unknown) => {
        if (leaving.signal.aborted) return
        const known = error instanceof ApiError ? error : new ApiError(0, 'The page failed.')
        setState((before) => ({ ...before, error: known, isLoading: false }))
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

  return { data: state.data, error: state.error, isLoading: state.isLoading, reload }
}
