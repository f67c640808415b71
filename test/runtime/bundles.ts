// Writes the shipped bundles with the code that writes the assets of the stacks.

import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RouteName } from '../../lambdas/routes.ts'
import { routeBundle } from '../../lib/bundles/shipped-bundles.ts'
import type { Bundle } from '../../lib/bundles/write-bundle.ts'
import { writeBundle } from '../../lib/bundles/write-bundle.ts'

/** Returns a new folder that holds a folder for each route, with another bundle beside it where there is one. */
export const buildBundles = (names: readonly RouteName[], beside?: Bundle): string => {
  const folder = mkdtempSync(join(tmpdir(), 'bundles-'))
  for (const name of names) {
    mkdirSync(join(folder, name))
    writeBundle(routeBundle({ name }), join(folder, name))
    if (beside !== undefined) writeBundle(beside, join(folder, name))
  }
  return folder
}
