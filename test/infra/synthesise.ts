// Synthesises the stacks of one configuration. Bundles and checks them only if asked, because that takes seconds.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { App, Stack } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import * as z from 'zod'
import { addService, checkService } from '../../lib/service.ts'
import { parseStage } from '../../lib/stage/stage-file.ts'
import { cdkContext } from './cdk-json.ts'

export interface SynthesisOptions {
  /** Bundles, validates against CloudFormation's schemas, and lets cdk-nag judge. */
  readonly whole?: boolean
}

/** An app with all stacks, as `cdk` makes it. Throws when the configuration is not valid. */
export const newApp = (
  configuration: Readonly<Record<string, unknown>> = {},
  { whole = false }: SynthesisOptions = {},
): App => {
  const app = new App({
    outdir: mkdtempSync(join(tmpdir(), 'stacks-')),
    context: { ...cdkContext, ...(whole ? {} : { 'aws:cdk:bundling-stacks': [] }) },
    builtinCloudFormationValidation: whole,
    analyticsReporting: false,
    // Where each construct was made, and the tree of all: nobody reads them here, and they take a seventh of the time.
    stackTraces: whole,
    treeMetadata: whole,
  })
  addService(app, parseStage(configuration, 'The configuration of this test'))
  if (whole) checkService(app)
  return app
}

export interface Resource {
  readonly Type: string
  readonly Properties: Readonly<Record<string, unknown>>
  readonly DeletionPolicy?: string
  readonly UpdateReplacePolicy?: string
  readonly DependsOn?: unknown
}

const resource = z.looseObject({
  Type: z.string(),
  Properties: z.record(z.string(), z.unknown()).default({}),
  DeletionPolicy: z.string().exactOptional(),
  UpdateReplacePolicy: z.string().exactOptional(),
  DependsOn: z.unknown().exactOptional(),
})

export interface Synthesised {
  /** The stacks by the last word of their names: `storage`, `compressor`, `proxy`, `edge`. */
  readonly templates: ReadonlyMap<string, Template>
  template(stack: string): Template
  /** The stack's region; a placeholder if it may be anywhere. */
  region(stack: string): string
  /** What the synthesis warns of. */
  warnings(stack: string): readonly string[]
  /** Names of the stacks that are deployed before. */
  dependencies(stack: string): readonly string[]
  /** What is published before a deployment. */
  assets(stack: string): Assets
  /** Of all stacks. */
  resources(type: string): readonly (readonly [id: string, Resource])[]
}

const assets = z.object({
  files: z.record(z.string(), z.unknown()),
  dockerImages: z.record(z.string(), z.unknown()),
})
export type Assets = z.infer<typeof assets>

const synthesised = new Map<string, Synthesised>()

/** Synthesises once per configuration and process. */
export const synthesise = (configuration: Readonly<Record<string, unknown>> = {}): Synthesised => {
  const key = JSON.stringify(configuration)
  const known = synthesised.get(key)
  if (known !== undefined) return known
  const app = newApp(configuration)
  const stacks = app.node.children.filter((child) => Stack.isStack(child))
  const shortName = ({ stackName }: Stack): string => stackName.slice(stackName.lastIndexOf('-') + 1)
  const templates = new Map(stacks.map((stack) => [shortName(stack), Template.fromStack(stack)]))
  const published = new Map(
    stacks.map((stack) => {
      const file = join(app.outdir, `${stack.stackName}.assets.json`)
      return [shortName(stack), assets.parse(JSON.parse(readFileSync(file, 'utf8')))]
    }),
  )
  rmSync(app.outdir, { recursive: true })
  const stackOf = (name: string): Stack => {
    const stack = stacks.find((one) => shortName(one) === name)
    if (stack === undefined) throw new Error(`There is no stack ${name}.`)
    return stack
  }
  const made: Synthesised = {
    templates,
    template: (name) => {
      const template = templates.get(name)
      if (template === undefined) throw new Error(`There is no stack ${name}.`)
      return template
    },
    region: (name) => stackOf(name).region,
    warnings: (name) =>
      stackOf(name)
        .node.findAll()
        .flatMap(({ node }) => node.metadata)
        .filter(({ type }) => type === 'aws:cdk:warning')
        .map(({ data }) => String(data)),
    dependencies: (name) => stackOf(name).dependencies.map(({ stackName }) => stackName),
    assets: (name) => published.get(name) ?? { files: {}, dockerImages: {} },
    resources: (type) =>
      [...templates.values()].flatMap((template) =>
        Object.entries(template.findResources(type)).map(([id, found]) => [id, resource.parse(found)] as const),
      ),
  }
  synthesised.set(key, made)
  return made
}
