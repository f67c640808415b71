// A field that filters as it is typed: nothing on the page says that it waits for Enter, and a click on what it would take away was lost.

import { useEffect, useRef, useState } from 'preact/hooks'

/** A pause between letters is shorter. */
const pauseMilliseconds = 400

interface Props {
  readonly name: string
  /** As the address has it. */
  readonly value: string
  readonly change: (value: string) => void
}

export const TypedFilter = ({ name, value, change }: Props) => {
  const [typed, setTyped] = useState(value)
  /** What this field and the address have agreed on last. */
  const agreed = useRef(value)
  /** Other filters may change while it waits. */
  const latest = useRef(change)
  latest.current = change
  const tell = (text: string): void => {
    if (text === agreed.current) return
    agreed.current = text
    latest.current(text)
  }
  // The way back, or a link.
  useEffect(() => {
    if (value === agreed.current) return
    agreed.current = value
    setTyped(value)
  }, [value])
  useEffect(() => {
    const timer = setTimeout(() => tell(typed), pauseMilliseconds)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <input
      data-shortcut="/"
      aria-label={name}
      placeholder={name}
      size={14}
      value={typed}
      onInput={(event) => setTyped(event.currentTarget.value)}
      onChange={(event) => tell(event.currentTarget.value)}
    />
  )
}
