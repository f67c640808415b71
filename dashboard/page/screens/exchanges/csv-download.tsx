// A month of the ledger, a session, or all sessions that are wanted, as a CSV file: fetched part by part, with the count so far, Cancel, and after an error a way on from there.

import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { byteOrderMark } from '../../../../core/ledger/csv.ts'
import { exchangeColumns, sessionColumns } from '../../../../core/ledger/file-columns.ts'
import { ApiError, askFile } from '../../data/api.ts'
import { exact } from '../../data/format.ts'
import { emptyFile, filled, type LedgerFile, type LedgerPart } from '../../data/ledger-file.ts'
import { ColumnMeanings } from '../../parts/column-meanings.tsx'
import { Failure } from '../../parts/notice.tsx'
import { saveFile } from '../../parts/save-file.ts'

interface Props {
  /** Of the file's parts, with its query. */
  readonly path: string
  readonly fileName: string
  /** What the lines are. */
  readonly counted: 'exchanges' | 'sessions'
  /** Said where there are more than fit into a file. */
  readonly beyond?: ComponentChildren
}

const reading =
  ({ path }: Props, signal: AbortSignal) =>
  async (cursor?: string): Promise<LedgerPart> => {
    const next = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const { text, headers } = await askFile(`${path}${next}`, { signal })
    return { text, lines: Number(headers.get('x-lines')), next: headers.get('x-next-cursor') ?? undefined }
  }

type State =
  | { readonly at: 'rest' }
  | { readonly at: 'work'; readonly lines: number }
  | { readonly at: 'saved'; readonly file: LedgerFile }
  | { readonly at: 'failed'; readonly error: ApiError }

const textOf = (state: State, counted: Props['counted']): string => {
  if (state.at === 'work') return `${exact(state.lines)} ${counted} so far …`
  if (state.at !== 'saved') return ''
  return state.file.next === undefined
    ? `Saved: ${exact(state.file.lines)} ${counted}.`
    : `Saved: the newest ${exact(state.file.lines)} ${counted}. There are more.`
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
      saveFile(props.fileName, 'text/csv', [byteOrderMark, ...file.texts])
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

export const CsvDownload = (props: Props) => {
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
          {textOf(state, props.counted)}
        </span>
      </div>
      <ColumnMeanings columns={props.counted === 'sessions' ? sessionColumns : exchangeColumns} />
      {state.at === 'failed' ? <Failure error={state.error} retry={start} /> : null}
      {state.at === 'saved' && state.file.next !== undefined ? props.beyond : null}
    </>
  )
}
