// The way to what is older, and what keeps it from being shown.

import type { Older } from '../data/older.ts'
import { Failure } from './notice.tsx'

export const OlderButton = ({ older: { hasMore, isLoading, error, more } }: { readonly older: Older<unknown> }) =>
  !hasMore ? null : error !== undefined ? (
    <Failure error={error} retry={more} />
  ) : (
    <div>
      <button type="button" disabled={isLoading} onClick={more}>
        {isLoading ? 'Loading …' : 'Older'}
      </button>
    </div>
  )
