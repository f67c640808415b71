// compose.yaml as Compose reads it: parsed, and judged by the rules of the Compose specification for everything that it uses. Any
// other member is refused, so that a new one needs its rule here.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import * as z from 'zod'

export const root = join(import.meta.dirname, '..', '..')

// The CDK brings a parser along.
const fromCdk = createRequire(createRequire(import.meta.url).resolve('aws-cdk-lib/package.json'))
const { parse } = z.object({ parse: z.function({ input: [z.string()], output: z.unknown() }) }).parse(fromCdk('yaml'))

const duration = z.string().regex(/^(\d+(us|ms|s|m|h))+$/)

const service = z.strictObject({
  build: z.strictObject({ context: z.string(), dockerfile_inline: z.string() }),
  command: z.array(z.string()).min(1),
  /** ADDRESS:OUTSIDE:INSIDE */
  ports: z.array(z.string().regex(/^[\d.]+:\d+:\d+$/)),
  /** NAME:FOLDER */
  volumes: z.array(z.string().regex(/^[a-z]+:\/\S+$/)),
  stop_grace_period: duration,
  healthcheck: z.strictObject({
    test: z.tuple([z.enum(['CMD']), z.string()], z.string()),
    interval: duration,
    start_period: duration,
  }),
  restart: z.enum(['no', 'always', 'on-failure', 'unless-stopped']),
})

const file = z
  .strictObject({ services: z.strictObject({ proxy: service }), volumes: z.record(z.string(), z.null()) })
  .refine(
    ({ services, volumes }) =>
      services.proxy.volumes.every((volume) => Object.hasOwn(volumes, volume.split(':')[0] ?? '')),
    'Every volume that a service mounts is declared.',
  )

/** The one service of the file. Throws when Compose would not take it. */
export const composeService = (): z.infer<typeof service> =>
  file.parse(parse(readFileSync(join(root, 'compose.yaml'), 'utf8'))).services.proxy

/** The variables that the image sets. */
export const imageVariables = (dockerfile: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...dockerfile.matchAll(/^ENV (\w+)=(\S+)$/gm)].map(([, name = '', value = '']) => [name, value]))
