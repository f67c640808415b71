// A key as figures tell it: by its name where the service has one, otherwise by the part of its id that is its own.

import { stranger } from '../data/format.ts'
import type { UsageRow } from '../data/types.ts'

export const KeyName = ({ keyId = '', keyName }: UsageRow) => (
  <span title={keyId}>
    {keyName === undefined ? <code class="muted">{keyId.slice(keyId.indexOf('.') + 1)}</code> : stranger(keyName)}
  </span>
)
