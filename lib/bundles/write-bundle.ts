// Bundles code in this process, with the options that the tests of the bundles use too. Knows nothing of the CDK, which takes 0.2 s to
// load: benches and tests write bundles as well.

import { copyFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'
import { bundling } from './bundling.ts'

/** Of the repository. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

export interface Bundle {
  /** Path from the root of the repository. */
  readonly entry: string
  /** Name of the bundle in the asset. */
  readonly file: string
  /** Files that are copied beside it; paths from the root of the repository. */
  readonly files?: readonly string[]
  /** Files of ours that stand in for packages; paths from the root of the repository. */
  readonly instead?: Readonly<Record<string, string>>
  /** Another bundle in the same asset, which the first one loads when it needs it. */
  readonly beside?: Bundle
  /** Files that are made when the bundle is written. */
  readonly made?: readonly MadeFile[]
}

export interface MadeFile {
  readonly file: string
  readonly contents: () => string
}

/** Writes a bundle and its files into a directory. Throws esbuild's own errors. */
export const writeBundle = (bundle: Bundle, directory: string): void => {
  const { entry, file, files = [], made = [], instead = {}, beside } = bundle
  const { outputFiles } = buildSync({
    ...bundling,
    mainFields: [...bundling.mainFields],
    alias: Object.fromEntries(Object.entries(instead).map(([name, path]) => [name, join(root, path)])),
    entryPoints: [join(root, entry)],
    // Source maps name their sources from here, so that the bytes are the same wherever the directory is.
    outfile: join(root, 'dist', file),
    absWorkingDir: root,
    write: false,
    logLevel: 'warning',
  })
  for (const { path, contents } of outputFiles) writeFileSync(join(directory, basename(path)), contents)
  for (const path of files) copyFileSync(join(root, path), join(directory, basename(path)))
  for (const one of made) writeFileSync(join(directory, one.file), one.contents())
  if (beside !== undefined) writeBundle(beside, directory)
}
