// Lists every bundle that ships, by name.

import { buildCli } from '../../dashboard/files/build-cli.ts'
import { buildPage } from '../../dashboard/files/build-page.ts'
import { estimateFile, pageFile, pageText } from '../../dashboard/files/page-file.ts'
import { type Route, routes } from '../../lambdas/routes.ts'
import { bundleFile, workerFile } from './bundling.ts'
import type { Bundle } from './write-bundle.ts'

const ofFunction = (name: string): Bundle => ({ entry: `lambdas/${name}.ts`, file: bundleFile })

/** What a function never uses, of what its packages bring. */
const asFunction: Pick<Bundle, 'instead'> = {
  instead: {
    '@aws-sdk/credential-provider-node': 'lib/bundles/no-chain.ts',
    '@smithy/core/config': 'lib/bundles/no-chain.ts',
  },
}

/** One entry point, everything in one file. */
export const routeBundle = ({ name }: Pick<Route, 'name'>): Bundle => ({ ...ofFunction(name), ...asFunction })

/** The engines as a thread. */
export const workerBundle: Bundle = { entry: 'compressor/worker.ts', file: workerFile }

/** Waits for the image while the stacks are deployed. */
export const imageWaitBundle = ofFunction('await-image')

/** Empties the bucket of a stage that leaves nothing behind. */
export const emptyBucketBundle = ofFunction('empty-bucket')

/** Counts receipts. */
export const foldBundle: Bundle = { ...ofFunction('fold'), ...asFunction }

/** Asks the service whether it works. */
export const canaryBundle = ofFunction('canary')

/** The dashboard: its page lies beside its code, so that both are always of one version. */
export const dashboardBundle: Bundle = {
  ...ofFunction('dashboard'),
  made: [
    { file: pageFile, contents: () => pageText(buildPage()) },
    { file: estimateFile, contents: () => buildCli().estimate() },
  ],
}

/** The source of the compressor's image. */
export const compressorBundle: Bundle = {
  entry: 'compressor/server.ts',
  file: 'server.mjs',
  files: ['compressor/Dockerfile'],
  beside: { entry: 'compressor/container.ts', file: 'container.mjs' },
}

/** The source of the container's image. */
export const containerBundle: Bundle = {
  entry: 'service/main.ts',
  file: 'service.mjs',
  files: ['service/Dockerfile'],
  beside: workerBundle,
}

export const shippedBundles: readonly Bundle[] = [
  ...routes.map(routeBundle),
  imageWaitBundle,
  emptyBucketBundle,
  foldBundle,
  canaryBundle,
  dashboardBundle,
  compressorBundle,
  workerBundle,
  containerBundle,
]
