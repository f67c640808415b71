// Figures of the past: the last ones stay when newer ones cannot be had, and are grey then. Why they cannot be had is said beside them.

import type { ComponentChildren } from 'preact'
import type { ApiError } from '../data/api.ts'

interface LastFiguresProps {
  /** Why there are no newer ones. */
  readonly error: ApiError | undefined
  readonly children: ComponentChildren
}

/** Shows figures as they are, or as old ones. */
export const LastFigures = ({ error, children }: LastFiguresProps) => (
  <div class={error === undefined ? 'content-body' : 'content-body stale'}>{children}</div>
)
