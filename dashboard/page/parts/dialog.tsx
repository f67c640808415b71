// The browser's own modal dialog: it holds the focus, and gives it back.

import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'

export interface DialogProps {
  readonly title: string
  readonly children: ComponentChildren
  /** Asked by Escape and by a click beside the dialog. */
  readonly onCancel: () => void
}

export const Dialog = ({ title, children, onCancel }: DialogProps) => {
  const element = useRef<HTMLDialogElement>(null)
  const id = useId()
  // Before the next key is heard.
  useLayoutEffect(() => {
    const dialog = element.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  const cancel = (event: Event): void => {
    event.preventDefault()
    onCancel()
  }
  return (
    <dialog
      ref={element}
      aria-labelledby={id}
      onCancel={cancel}
      onMouseDown={(event) => {
        if (event.target === element.current) cancel(event)
      }}
    >
      <div class="dialog">
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </dialog>
  )
}
