// The page out of dashboard/page: one script and one style sheet, named by what is in them, and the document that loads them.

import { join } from 'node:path'
import { buildSync } from 'esbuild'
import type { Page } from '../ports.ts'
import { buildCli } from './build-cli.ts'

const root = join(import.meta.dirname, '..', '..')

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
}

const documentOf = (script: string, style: string, icon: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Compaction</title>
<link rel="icon" href="/assets/${icon}" type="image/svg+xml">
<link rel="stylesheet" href="/assets/${style}">
<script type="module" src="/assets/${script}"></script>
</head>
<body>
<div id="page"></div>
<noscript><main class="center"><p>The dashboard needs JavaScript. It loads nothing from any other site.</p></main></noscript>
</body>
</html>
`

const named = (names: Iterable<string>, ending: string): string => {
  const name = [...names].find((one) => one.endsWith(ending))
  if (name === undefined) throw new Error(`The page has no ${ending}.`)
  return name
}

/** Builds in memory. Throws esbuild's own error if the sources are not valid. */
export const buildPage = (): Page => {
  const { outputFiles } = buildSync({
    entryPoints: ['dashboard/page/main.tsx', 'dashboard/page/icon.svg'],
    // The same names and bytes, wherever the checkout is.
    absWorkingDir: root,
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: ['chrome120', 'firefox121', 'safari17.5'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    outdir: join(root, 'assets'),
    entryNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    loader: { '.svg': 'copy' },
    legalComments: 'none',
  })
  const assets = new Map(
    outputFiles.map(({ path, text }) => {
      const name = path.slice(path.lastIndexOf('/') + 1)
      return [name, { type: types[name.slice(name.lastIndexOf('.') + 1)] ?? 'text/plain', body: text }]
    }),
  )
  const html = documentOf(named(assets.keys(), '.js'), named(assets.keys(), '.css'), named(assets.keys(), '.svg'))
  return { html, assets, cli: buildCli() }
}
