// The script that CodeBuild runs, here with an `aws` and a `docker` that only record their arguments.

import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const script = fileURLToPath(new URL('../../lib/image/image-build.sh', import.meta.url))

interface World {
  /** Whether the repository has the image. */
  readonly known: boolean
  /** @default an object of a bucket */
  readonly source?: string
  /** A command line that fails, by its beginning. */
  readonly failing?: string
}

/** Runs the script; every command that it calls is one line of the log. */
const run = ({ known, source = 's3://assets/abc.zip', failing = 'none' }: World) => {
  const folder = mkdtempSync(join(tmpdir(), 'image-build-'))
  const log = join(folder, 'log')
  for (const command of ['aws', 'docker', 'unzip']) {
    const path = join(folder, command)
    const line = `#!/bin/sh\nline="${command} $*"\necho "$line" >> '${log}'\ncase "$line" in "${failing}"*) exit 3;; "aws ecr describe-images"*imageTag=*) exit ${known ? 0 : 254};; esac\n`
    writeFileSync(path, line)
    chmodSync(path, 0o755)
  }
  const { status } = spawnSync('sh', [script], {
    cwd: folder,
    env: {
      PATH: [folder, process.env.PATH].join(delimiter),
      REGISTRY: '123456789012.dkr.ecr.eu-west-1.amazonaws.com',
      REPOSITORY: 'compressor',
      TAG: 'abc',
      PLATFORM: 'linux/amd64',
      SOURCE: source,
    },
    encoding: 'utf8',
  })
  const lines = readFileSync(log, 'utf8').trimEnd().split('\n')
  rmSync(folder, { recursive: true })
  return { status, log: lines }
}

const image = '123456789012.dkr.ecr.eu-west-1.amazonaws.com/compressor:abc'

describe('the script of the build', () => {
  it('builds and pushes an image that the repository lacks', () => {
    const { status, log } = run({ known: false })

    expect(status).toBe(0)
    const isLogin = (line: string): boolean => /login/.test(line)
    // Both ends of a pipe start together.
    expect(log.filter(isLogin).sort()).toEqual([
      'aws ecr get-login-password',
      'docker login --username AWS --password-stdin 123456789012.dkr.ecr.eu-west-1.amazonaws.com',
    ])
    expect(log.filter((line) => !isLogin(line))).toEqual([
      'aws ecr describe-images --repository-name compressor --image-ids imageTag=abc',
      'aws s3 cp --only-show-errors s3://assets/abc.zip context.zip',
      'unzip -q context.zip -d context',
      `docker buildx build --platform linux/amd64 --provenance=false --sbom=false --load --tag ${image} context`,
      `docker push ${image}`,
    ])
  })

  it('builds nothing if the image exists, so that a rollback builds nothing', () => {
    expect(run({ known: true })).toEqual({
      status: 0,
      log: ['aws ecr describe-images --repository-name compressor --image-ids imageTag=abc'],
    })
  })

  it.each(['aws s3 cp', 'unzip', 'docker buildx', 'docker login', 'docker push'])(
    'fails when `%s` fails',
    (failing) => {
      expect(run({ known: false, failing }).status).not.toBe(0)
    },
  )
})

describe('an image that is pinned', () => {
  it('is used as it is', () => {
    expect(run({ known: true, source: 'none' })).toMatchObject({
      status: 0,
      log: [expect.stringContaining('imageTag=abc')],
    })
  })

  it('is never built from another source: the script fails and lists the existing images', () => {
    const { status, log } = run({ known: false, source: 'none' })

    expect(status).toBe(1)
    expect(log).toHaveLength(2)
    expect(log[1]).toMatch(/^aws ecr describe-images .*--query/)
  })
})

describe('the Dockerfile', () => {
  const dockerfile = readFileSync(new URL('../../compressor/Dockerfile', import.meta.url), 'utf8')

  it('runs the same Node as everything here', () => {
    const version = readFileSync(new URL('../../.node-version', import.meta.url), 'utf8').trim()

    expect(dockerfile).toContain(`FROM public.ecr.aws/docker/library/node:${version}-slim`)
  })

  it('starts the server itself, so that it hears SIGTERM, and keeps root, as SageMaker requires', () => {
    expect(dockerfile).toMatch(/^ENTRYPOINT \["node", "server\.mjs"\]$/m)
    expect(dockerfile).not.toMatch(/^USER /m)
  })
})
