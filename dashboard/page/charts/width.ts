// How much room a chart has: how wide its element is, in CSS pixels, as it changes, and how large the reader's letters are.

import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

const usualLetters = 16

/** How much larger than usual the letters are that the reader has set. */
export const letterScale = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / usualLetters || 1

export const useWidth = (): readonly [RefObject<HTMLDivElement | null>, number] => {
  const element = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const { current } = element
    if (current === null) return undefined
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0))
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  return [element, width]
}
