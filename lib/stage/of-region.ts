// What of a stage its region rules out: function URLs that AWS does not have there, and what stands in another region.

import { elsewhere } from './arn.ts'
import { hasFunctionUrls, privateMode } from './function-url-regions.ts'

type NamesRegions = Parameters<typeof elsewhere>[0] & {
  readonly functionUrls: boolean
  readonly frontDoor: { readonly enabled: boolean }
}

interface Fault {
  readonly path: string[]
  readonly message: string
}

/** By field; none where the region is not known. */
export const faultsOfRegion = (stage: NamesRegions): readonly Fault[] => {
  const { region, functionUrls, frontDoor } = stage
  if (region === undefined) return []
  const urls = {
    path: ['region'],
    message: `must be a region with function URLs, which AWS does not have in ${region}. Or set ${privateMode}, as docs/deploy.md#without-function-urls says`,
  }
  return [
    ...((functionUrls || frontDoor.enabled) && !hasFunctionUrls(region) ? [urls] : []),
    ...elsewhere(stage).map((path) => ({ path, message: `must be in ${region}, the region of the stage` })),
  ]
}

/** Throws an error that names every field that is wrong in the region into which the stage is deployed. */
export const requireOfRegion = (stage: NamesRegions, region: string | undefined): void => {
  const faults = faultsOfRegion({ ...stage, region }).map(({ path, message }) => `  ${path.join('.')}: ${message}`)
  if (faults.length > 0) throw new Error([`The stage cannot be deployed into ${region}.`, ...faults].join('\n'))
}
