// What a page is called in tabs and in the browser's history.

import { useEffect } from 'preact/hooks'

/** Calls the page so, the most particular name first. */
export const usePageTitle = (...names: readonly string[]): void => {
  const title = [...names, 'Compaction'].join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}
