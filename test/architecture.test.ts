// The boundaries of docs/architecture.md, enforced: who may import whom, how large a file may be, where the world is touched.

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const folders = [
  'bin',
  'lib',
  'cli',
  'lambdas',
  'core',
  'adapters',
  'dashboard',
  'local',
  'service',
  'compressor',
  'testkit',
  'eval',
  'bench',
  'verify',
] as const
type Folder = (typeof folders)[number]

interface Source {
  readonly path: string
  readonly folder: Folder
  readonly text: string
  readonly imports: readonly string[]
}

const importPattern =
  /(?:^|\n)\s*(?:import|export)\b[^'"\n;]*?(?:\{[^}]*\}[^'"\n;]*?)?\bfrom\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)import\s+['"]([^'"]+)['"]/g

const sources: readonly Source[] = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|js|mjs)$/.test(name) && !name.includes('node_modules'))
    .map((name) => {
      const path = join(folder, name)
      const text = readFileSync(join(root, path), 'utf8')
      const imports = [...text.matchAll(importPattern)].map(([, from, dynamic, bare]) => {
        const target = from ?? dynamic ?? bare ?? ''
        return target.startsWith('.') ? relative(root, resolve(root, dirname(path), target)) : target
      })
      return { path, folder, text, imports }
    }),
)

/** What a folder may import: paths of ours begin with a folder, everything else is a package. */
const allowed: Record<Folder, readonly RegExp[]> = {
  core: [/^core\//, /^node:(buffer|crypto|net)$/, /^(zod\/mini|ipaddr\.js)$/],
  adapters: [
    /^(core|adapters)\//,
    /^node:/,
    /^@aws-sdk\//,
    /^@smithy\//,
    /^zod(\/mini)?$/,
    /^(level|memory-level)$/,
    /^@aws-lambda-powertools\//,
    /^openid-client$/,
  ],
  // The page runs in browsers: of the rest it may know the types of what it is told.
  dashboard: [
    /^dashboard\//,
    /^core\/(access|collections|compressor|http|ledger|people|runtime|savings|text)\//,
    /^node:(fs|path|zlib)$/,
    /^(zod|esbuild|preact-iso)$/,
    /^(preact|@preact\/signals)(\/|$)/,
  ],
  // One bundle without dependencies. What the service tells, and how that is shown, it shares with the page.
  cli: [
    /^cli\//,
    /^core\/(collections|http|json|text)\//,
    /^core\/(access\/account-name|ledger\/reasons)\.ts$/,
    /^dashboard\/(cli-answers|oldest-node|page\/data\/(types|format|own-zone))\.ts$/,
    /^adapters\/(files\/|process\/alive\.ts$)/,
    /^node:/,
  ],
  lambdas: [
    /^(core|adapters|lambdas|dashboard)\//,
    /^node:/,
    /^@aws-lambda-powertools\//,
    /^(@middy\/core|aws-lambda|ulid|zod|zod\/(mini|locales))$/,
  ],
  compressor: [
    /^compressor\//,
    /^adapters\/process\/turn\.ts$/,
    /^core\/(compressor|json|lossless|text)\//,
    /^core\/http\/error-body\.ts$/,
    /^node:/,
    /^gpt-tokenizer/,
  ],
  lib: [
    /^lib\//,
    /^lambdas\/(routes\.ts$|settings\/)/,
    /^dashboard\/files\/(build-cli|build-page|page-file)\.ts$/,
    /^adapters\/dynamo\/tables\/tables\.ts$/,
    /^core\/(compressor\/contract|access\/(front-door|account|keys\/deployment-secrets)|collections\/defined|json\/object|upstream\/override-url)\.ts$/,
    /^core\/people\/personal-account\.ts$/,
    /^core\/metrics\/(names|steps)\.ts$/,
    /^node:/,
    /^(aws-cdk-lib|constructs|cdk-nag|esbuild|zod)(\/|$)/,
  ],
  bin: [/^(bin|lib)\//, /^(core|adapters)\//, /^lambdas\/routes\.ts$/, /^node:/, /^(aws-cdk-lib|zod|ulid)(\/|$)/],
  service: [/^(service|local|lambdas|core|adapters)\//, /^node:/, /^zod$/],
  local: [/^(?!(testkit|verify|eval|bench|test)\/)/],
  testkit: [/./],
  eval: [/./],
  bench: [/./],
  verify: [/./],
}

/** Folders that may import more than the folder they stand in. */
const exceptions: readonly { readonly under: string; readonly rule: RegExp; readonly why: string }[] = [
  {
    under: 'core/json/utf8.ts',
    rule: /^node:v8$/,
    why: 'how the engine holds a text decides how fast it is encoded, and nothing else',
  },
  {
    under: 'local/demo/',
    rule: /^testkit\/(provider\/|memory\/|random\.ts$)/,
    why: 'the demo brings a provider and a clock of its own, and is no part of the service',
  },
]

const mayImport = ({ path, folder }: Source, target: string): boolean =>
  allowed[folder].some((rule) => rule.test(target)) ||
  exceptions.some(({ under, rule }) => path.startsWith(under) && rule.test(target))

describe('the boundaries', () => {
  it('finds the sources', () => {
    expect(sources.length).toBeGreaterThan(100)
    expect(sources.find(({ path }) => path === 'core/exchange/exchange.ts')?.imports).toContain(
      'core/exchange/relay.ts',
    )
  })

  it.each(folders)('%s imports only what it may', (folder) => {
    const strangers = sources
      .filter((source) => source.folder === folder)
      .flatMap((source) =>
        source.imports.filter((name) => !mayImport(source, name)).map((name) => `${source.path} -> ${name}`),
      )
    expect(strangers).toEqual([])
  })

  it('core touches no clock, environment, timer or output', () => {
    const world =
      /\bDate\.now\b|\bnew Date\(\)|\bprocess\.|\bconsole\.|\bsetTimeout\b|\bsetInterval\b|\bsetImmediate\b|\bfetch\(|\bMath\.random\b|\bperformance\./
    const touching = sources.filter(({ folder, text }) => folder === 'core' && world.test(withoutComments(text)))
    expect(touching.map(({ path }) => path)).toEqual([])
  })

  it('engines ask nothing of Unicode that changes with the runtime', () => {
    const ofEngines = /^(compressor|core\/(compressor|json|lossless))\/|^core\/text\/spans/
    const asking = sources.filter(({ path, text }) => ofEngines.test(path) && /\\p\{/i.test(withoutComments(text)))
    expect(asking.map(({ path }) => path)).toEqual([])
  })

  it('core asks the engine for nothing but how it holds a text', () => {
    const asked = sources
      .filter(({ folder, imports }) => folder === 'core' && imports.includes('node:v8'))
      .flatMap(({ text }) => text.split('\n').filter((line) => line.includes('node:v8')))
    expect(asked).toEqual([`import v8 from 'node:v8'`])
  })

  it('the environment is read at the edges alone', () => {
    const edges =
      /^(lambdas\/settings\/env\.ts|adapters\/aws\/configuration\.ts|cli\/main\.ts|local\/|service\/settings\.ts|bin\/|bench\/|eval\/|testkit\/|verify\/|compressor\/server\.ts)/
    const reading = sources.filter(
      ({ path, text }) => /\bprocess\.env\b/.test(withoutComments(text)) && !edges.test(path),
    )
    expect(reading.map(({ path }) => path)).toEqual([])
  })

  it('nothing asks whether it runs locally', () => {
    const asking = sources.filter(
      ({ folder, text }) => folder !== 'local' && /\b(isLocal|IS_LOCAL|NODE_ENV|inLambda)\b/.test(text),
    )
    expect(asking.map(({ path }) => path)).toEqual([])
  })
})

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '')

/** What imports itself by way of others, among the nodes that `nodeOf` makes of the files; files without a node are left out. */
const importRings = (nodeOf: (path: string) => string | undefined): string[] => {
  const importsOf = new Map<string, Set<string>>()
  for (const { path, imports } of sources) {
    const node = nodeOf(path)
    if (node === undefined) continue
    const targets = importsOf.get(node) ?? new Set<string>()
    importsOf.set(node, targets)
    for (const target of imports.map(nodeOf)) if (target !== undefined && target !== node) targets.add(target)
  }
  const reachable = (from: string, seen = new Set<string>()): Set<string> => {
    for (const next of importsOf.get(from) ?? []) {
      if (seen.has(next)) continue
      seen.add(next)
      reachable(next, seen)
    }
    return seen
  }
  return [...importsOf.keys()].filter((node) => reachable(node).has(node)).sort()
}

/** Names the folder right below `root` that a file stands in; every file that stands in `root` itself is in the folder `.`. */
const folderBelow =
  (root: string) =>
  (path: string): string | undefined => {
    if (!path.startsWith(`${root}/`)) return undefined
    const [folder = '', ...rest] = path.slice(root.length + 1).split('/')
    return rest.length === 0 ? '.' : folder
  }

describe('imports', () => {
  it.each([
    'core',
    'core/access',
    'core/chain',
    'core/compaction',
    'core/json',
    'core/transcript',
    'adapters/dynamo',
    'compressor',
    'compressor/engines',
    'compressor/engines/adeline',
    'compressor/engines/adeline/reading',
    'compressor/engines/helene',
    'lib',
    'local',
    'bin/operator',
    'cli',
    'bench',
    'eval/cost/search',
    'eval/estimate',
  ])('no folder of %s imports one that imports it', (root) => {
    expect(importRings(folderBelow(root))).toEqual([])
  })

  it('no room of core/dialects imports one that imports it, nor a file beside them that does', () => {
    const roomOf = folderBelow('core/dialects')
    expect(importRings((path) => (roomOf(path) === '.' ? path : roomOf(path)))).toEqual([])
  })

  it('no file imports one that imports it, directly or by way of others', () => {
    expect(importRings((path) => path)).toEqual([])
  })
})

describe('the files', () => {
  it('have at most 250 lines', () => {
    const long = sources.filter(({ text }) => text.split('\n').length > 251)
    expect(long.map(({ path, text }) => `${path}: ${text.split('\n').length - 1}`)).toEqual([])
  })

  it('are median 80 lines or fewer', () => {
    const lengths = sources.map(({ text }) => text.split('\n').length - 1).sort((left, right) => left - right)
    expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(80)
  })

  it('are named after what they do', () => {
    const vague = sources.filter(({ path }) => /(^|\/)(utils?|helpers?|common|misc|manager|index)(\.|\/)/.test(path))
    expect(vague.map(({ path }) => path)).toEqual([])
  })

  it('give no object accessors of its own: it would have a shape of its own, which holds all around it (0064)', () => {
    // Those of classes say their type.
    const own = sources.filter(({ folder, text }) => folder === 'core' && /^ +get \w+\(\) \{/m.test(text))
    expect(own.map(({ path }) => path)).toEqual([])
  })

  it('leave no type loose and nothing unfinished', () => {
    const loose = /@ts-ignore|@ts-expect-error|@ts-nocheck|biome-ignore|v8 ignore|\bTODO\b|\bFIXME\b|\bXXX\b/
    expect(sources.filter(({ text }) => loose.test(text)).map(({ path }) => path)).toEqual([])
  })
})
