// Turns code into an asset: bundles it in this process, with the options that the tests of the bundles use too. The asset
// is identified by its content, so that unchanged code is not deployed again.

import { copyFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AssetHashType, DockerImage } from 'aws-cdk-lib'
import { AssetCode } from 'aws-cdk-lib/aws-lambda'
import { Asset } from 'aws-cdk-lib/aws-s3-assets'
import type { Construct } from 'constructs'
import { buildSync } from 'esbuild'
import { bundling } from './bundling.ts'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

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

/** Stacks that are not bundled, such as most of those in tests, use the source folder instead. */
const options = (bundle: Bundle) => ({
  assetHashType: AssetHashType.OUTPUT,
  bundling: {
    // Asked for by the CDK, and never used: there is no Docker here.
    image: DockerImage.fromRegistry('none'),
    // The CDK bundles once per folder and options, and does not see what is bundled below; this tells entries apart.
    command: [bundle.entry, ...(bundle.beside === undefined ? [] : [bundle.beside.entry])],
    local: {
      tryBundle: (directory: string): boolean => {
        writeBundle(bundle, directory)
        return true
      },
    },
  },
})

/** The code of a function. */
export const functionCode = (bundle: Bundle): AssetCode =>
  new AssetCode(join(root, dirname(bundle.entry)), options(bundle))

/** A bundle for something other than Lambda. */
export const bundleAsset = (scope: Construct, id: string, bundle: Bundle): Asset =>
  new Asset(scope, id, { path: join(root, dirname(bundle.entry)), ...options(bundle) })
