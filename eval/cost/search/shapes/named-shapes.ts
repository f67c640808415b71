// Which shapes are played by themselves, and which when they are named alone.

import { agedShapes } from './aged-shapes.ts'
import { aheadShapes } from './ahead-shapes.ts'
import { connectedShapes } from './connected-shapes.ts'
import { rebuiltShapes } from './rebuilt-shapes.ts'
import { renewedShapes } from './renewed-shapes.ts'
import { replacedShapes } from './replaced-shapes.ts'
import { respelledShapes } from './respelled-shapes.ts'
import { type ShapeName, shapeNames } from './shapes.ts'

/** Played when they are named; some of their sessions are dearer, but for those of `failing`: docs/search.md says which, and why. */
export const namedShapes: readonly ShapeName[] = [
  'dropping',
  'failing',
  'failing table',
  'records in other scripts',
  'spaced records',
  'enveloped records',
  'counted otherwise',
  'wavering lifetimes',
  'side calls',
  'listed in text',
  'busy',
  'another engine',
  'late branches',
  'begun directly',
  'to and fro',
  'silent to and fro',
  'other policies',
  'killed processes',
  'nothing told',
  'growing results',
  'steady turns',
  'other names',
  'other prices',
  'long contexts',
  'besides',
  'two regions',
  'silent in two regions',
  'wrong clocks',
  'failing late',
  'older for longer',
  'long sessions',
  'interleaved',
  'dropping several',
  'clearing some',
  'kept by the provider',
  'named answers',
  'deferred tools',
  'billing lines',
  'scaled pictures',
  'fallback models',
  'failing midway',
  ...(Object.keys(respelledShapes) as (keyof typeof respelledShapes)[]),
  ...(Object.keys(renewedShapes) as (keyof typeof renewedShapes)[]),
  ...(Object.keys(rebuiltShapes) as (keyof typeof rebuiltShapes)[]),
  ...(Object.keys(connectedShapes) as (keyof typeof connectedShapes)[]),
  ...(Object.keys(agedShapes) as (keyof typeof agedShapes)[]),
  ...(Object.keys(aheadShapes) as (keyof typeof aheadShapes)[]),
  ...(Object.keys(replacedShapes) as (keyof typeof replacedShapes)[]),
]
export const usualShapeNames = shapeNames.filter((name) => !namedShapes.includes(name))
