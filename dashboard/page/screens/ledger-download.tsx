// The month as a CSV file: fetched part by part, with the count so far, Cancel, and after an error a way on from there.

import { useEffect, useRef, useState } from 'preact/hooks'
import { ApiError, accountPath, askFile } from '../data/api.ts'
import { exact } from '../data/format.ts'
import { emptyFile, filled, type LedgerFile, type LedgerPart } from '../data/ledger-file.ts'
import { Failure } from '../parts/notice.tsx'
import { saveFile } from '../parts/save-file.ts'

interface Props {
  readonly account: string
  readonly month: string
}

const reading =
  ({ account, month }: Props, signal: AbortSignal) =>
  async (cursor?: string): Promise<LedgerPart> => {
    const query = new URLSearchParams({ month, ...(cursor === undefined ? {} : { cursor }) })
    const { text, headers } = await askFile(accountPath(account, `/ledger.csv?${query}`), { signal })
    return { text, lines: Number(headers.get('x-lines')), next: headers.get('x-next-cursor') ?? undefined }
  }

type State =
  | { readonly at: 'rest' }
  | { readonly at: 'work'; readonly lines: number }
  | { readonly at: 'saved'; readonly file: LedgerFile }
  | { readonly at: 'failed'; readonly error: ApiError }

const textOf = (state: State): string => {
  if (state.at === 'work') return `${exact(state.lines)} exchanges so far …`
  if (state.at !== 'saved') return ''
  return state.file.next === undefined
    ? `Saved: ${exact(state.file.lines)} exchanges.`
    : `Saved: the newest ${exact(state.file.lines)} exchanges. The month has more.`
}

const useDownload = (props: Props) => {
  const [state, setState] = useState<State>({ at: 'rest' })
  const soFar = useRef(emptyFile)
  const leaving = useRef<AbortController | undefined>(undefined)
  useEffect(() => () => leaving.current?.abort(), [])

  const start = async (): Promise<void> => {
    const controller = new AbortController()
    const { signal } = controller
    leaving.current = controller
    setState({ at: 'work', lines: soFar.current.lines })
    try {
      const file = await filled(soFar.current, reading(props, signal), (grown) => {
        soFar.current = grown
        setState({ at: 'work', lines: grown.lines })
      })
      saveFile(`${props.account}-${props.month}.csv`, 'text/csv', file.texts)
      soFar.current = emptyFile
      setState({ at: 'saved', file: { ...file, texts: [] } })
    } catch (error) {
      if (signal.aborted) return
      setState({ at: 'failed', error: error instanceof ApiError ? error : new ApiError(0, 'The page failed.') })
    }
  }
  const cancel = (): void => {
    leaving.current?.abort()
    soFar.current = emptyFile
    setState({ at: 'rest' })
  }
  return { state, start, cancel }
}

export const LedgerDownload = (props: Props) => {
  const { state, start, cancel } = useDownload(props)
  return (
    <>
      <div class="row">
        {state.at === 'work' ? (
          <button type="button" onClick={cancel}>
            Cancel
          </button>
        ) : (
          <button type="button" onClick={start}>
            Save as CSV
          </button>
        )}
        <span class="small muted" role="status">
          {textOf(state)}
        </span>
      </div>
      {state.at === 'failed' ? <Failure error={state.error} retry={start} /> : null}
      {state.at === 'saved' && state.file.next !== undefined ? (
        <p class="small muted">
          A month of any size is written by your operator:{' '}
          <code>npm run -s operator -- ledger export --month {props.month} --to DIR</code>
        </p>
      ) : null}
    </>
  )
}
