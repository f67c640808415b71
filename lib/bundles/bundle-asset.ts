// Turns code into an asset: bundles it in this process. The asset is identified by its content, so that unchanged code is not deployed
// again.

import { dirname, join } from 'node:path'
import { AssetHashType, DockerImage } from 'aws-cdk-lib'
import { AssetCode } from 'aws-cdk-lib/aws-lambda'
import { Asset } from 'aws-cdk-lib/aws-s3-assets'
import type { Construct } from 'constructs'
import { type Bundle, root, writeBundle } from './write-bundle.ts'

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
