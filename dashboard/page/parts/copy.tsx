// Copies a text. Where a browser does not allow it (plain http on another host), the text is selected instead.

import { useState } from 'preact/hooks'

export const CopyButton = ({
  text,
  label = 'Copy',
  autoFocus = false,
}: {
  text: string
  label?: string
  autoFocus?: boolean
}) => {
  const [said, setSaid] = useState('')
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      setSaid('Copied')
    } catch {
      setSaid('Select the text and copy it')
    }
    setTimeout(() => setSaid(''), 2_000)
  }
  return (
    <button type="button" class="copy" onClick={copy} autofocus={autoFocus}>
      {said === '' ? label : said}
      <span class="visually-hidden" aria-live="polite">
        {said}
      </span>
    </button>
  )
}

/** Lines to paste, with a button that copies them. */
export const Snippet = ({ text, label }: { text: string; label: string }) => {
  return (
    <div class="snippet">
      <section tabIndex={0} aria-label={label}>
        <pre>
          <code>{text}</code>
        </pre>
      </section>
      <CopyButton text={text} />
    </div>
  )
}
