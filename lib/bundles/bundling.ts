// The options that turn a handler into the shipped bundle, as data for the stacks and for the tests that run the same
// bundles.

/** esbuild's options. Everything is bundled, the AWS SDK too, so that what is tested is what runs. */
export const bundling = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node24',
  mainFields: ['module', 'main'],
  minify: true,
  sourcemap: true,
  // Stack traces need positions and not a second copy of every source.
  sourcesContent: false,
  // CommonJS inside the bundle needs `require`, which an ES module does not have.
  banner: {
    js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
  },
} as const

/** Lambda loads a file with this extension as an ES module without a package.json. */
export const bundleFile = 'index.mjs'

/** The engines, where they run in a thread of the function. */
export const workerFile = 'compressor.mjs'

/** The file and export that the function runs. */
export const bundleHandler = 'index.handler'
