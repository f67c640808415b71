// How wide an element is, in CSS pixels, as it changes.

import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

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
