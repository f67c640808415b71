// What the provider's own prompt cache has saved: told beside what is ours, never as ours.

import { Figure } from './figure.tsx'

export const OwnCache = ({ tokens }: { readonly tokens: number }) => (
  <div>
    <dt>Provider’s own cache</dt>
    <dd>
      <Figure value={tokens} />
    </dd>
    <dd class="small muted">tokens read from it, not counted as ours</dd>
  </div>
)
