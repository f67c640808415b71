// Node keeps what it has loaded. `vi.resetModules` would do nothing, and its suite would look at the module that is there.

import { vi } from 'vitest'

vi.resetModules = () => {
  throw new Error('Node keeps the modules that it has loaded: ask test/import-anew.ts for another.')
}
