// The bundles that ship, made with the options that the stacks use.

import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, type Metafile } from 'esbuild'
import type { RouteName } from '../../lambdas/routes.ts'
import { bundleFile, bundling } from '../../lib/bundling.ts'

export interface Bundles {
  /** Holds a folder for each route. */
  readonly folder: string
  readonly outputs: Metafile['outputs']
}

const root = join(import.meta.dirname, '..', '..')

export const buildBundles = async (names: readonly RouteName[]): Promise<Bundles> => {
  const folder = mkdtempSync(join(tmpdir(), 'bundles-'))
  const [stem, extension] = bundleFile.split('.')
  const { metafile } = await build({
    ...bundling,
    mainFields: [...bundling.mainFields],
    entryPoints: names.map((name) => ({ in: join(root, 'lambdas', `${name}.ts`), out: `${name}/${stem}` })),
    outdir: folder,
    outExtension: { '.js': `.${extension}` },
    absWorkingDir: root,
    metafile: true,
    logLevel: 'silent',
  })
  return { folder, outputs: metafile.outputs }
}
