// What of a stage its region rules out: what AWS does not have there, and what stands in another region.

import { elsewhere } from './arn.ts'
import type { Compressor } from './compressor-fields.ts'
import { hasEndpoint } from './names.ts'
import { privateMode, regionHas } from './region-services.ts'

type NamesRegions = Parameters<typeof elsewhere>[0] & {
  readonly prefix: string
  readonly functionUrls: boolean
  readonly compute: 'lambda' | 'fargate'
  readonly frontDoor: { readonly enabled: boolean }
  readonly compressor: Compressor
}

interface Fault {
  readonly path: string[]
  readonly message: string
}

const lacking = (stage: NamesRegions, region: string): readonly Fault[] => {
  const without = (what: string) => `must be a region with ${what}, which AWS does not have in ${region}`
  // Without images there are no containers either: no settings help.
  if (!regionHas(region, 'CodeBuild'))
    return [{ path: ['region'], message: `${without('CodeBuild')}: it builds the images` }]
  const urls = `${without('function URLs')}. Or set ${privateMode}, as docs/deploy.md#without-function-urls says`
  const endpoint = `must be "in-function" in ${region}, where AWS has no endpoints of SageMaker`
  return [
    ...((stage.functionUrls || stage.frontDoor.enabled) && !regionHas(region, 'function URLs')
      ? [{ path: ['region'], message: urls }]
      : []),
    ...(hasEndpoint(stage) && !regionHas(region, 'endpoints of SageMaker')
      ? [{ path: ['compressor', 'kind'], message: endpoint }]
      : []),
  ]
}

/** By field; none where the region is not known. */
export const faultsOfRegion = (stage: NamesRegions): readonly Fault[] => {
  const { region } = stage
  if (region === undefined) return []
  const message = `must be in ${region}, the region of the stage`
  return [...lacking(stage, region), ...elsewhere(stage).map((path) => ({ path, message }))]
}

/** Throws an error that names every field that is wrong in the region into which the stage is deployed. */
export const requireOfRegion = (stage: NamesRegions, region: string | undefined): void => {
  const faults = faultsOfRegion({ ...stage, region }).map(({ path, message }) => `  ${path.join('.')}: ${message}`)
  if (faults.length > 0) throw new Error([`The stage cannot be deployed into ${region}.`, ...faults].join('\n'))
}
