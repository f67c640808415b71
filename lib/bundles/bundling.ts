// How a handler becomes the bundle that ships, as data: read by the stacks, and by the tests that run the very same bundles.

/** In esbuild's own terms. Everything is bundled, the AWS SDK too: what was tested is what runs. */
export const bundling = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node24',
  mainFields: ['module', 'main'],
  minify: true,
  sourcemap: true,
  // Stack traces need positions, not a second copy of every source.
  sourcesContent: false,
  // CommonJS inside the bundle asks for `require`, which an ES module does not have.
  banner: {
    js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
  },
} as const

/** Lambda takes a file with this extension for an ES module without a package.json. */
export const bundleFile = 'index.mjs'

/** What the function is told to run: file and export. */
export const bundleHandler = 'index.handler'
