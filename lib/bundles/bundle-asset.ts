// Turns code into an asset: bundles it in this process. The asset is identified by its content, so that unchanged code is not deployed
// again.

import { dirname, join } from 'node:path'
import { AssetHashType, DockerImage } from 'aws-cdk-lib'
import { Architecture, AssetCode, LoggingFormat, Runtime } from 'aws-cdk-lib/aws-lambda'
import { Asset } from 'aws-cdk-lib/aws-s3-assets'
import type { Construct } from 'constructs'
import { bundleHandler } from './bundling.ts'
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

/** What all functions have in common: their code is a bundle, and the same machine runs it. */
export const functionOf = (bundle: Bundle) => ({
  code: new AssetCode(join(root, dirname(bundle.entry)), options(bundle)),
  handler: bundleHandler,
  runtime: Runtime.NODEJS_24_X,
  architecture: Architecture.ARM_64,
  loggingFormat: LoggingFormat.JSON,
})

/** A bundle for something other than Lambda. */
export const bundleAsset = (scope: Construct, bundle: Bundle): Asset =>
  new Asset(scope, 'Context', { path: join(root, dirname(bundle.entry)), ...options(bundle) })
