// What tells one made-up session from all others.

import type { Lifetime, ModelName } from './models.ts'
import type { ShapeName } from './shapes.ts'

export interface SessionName {
  readonly number: number
  readonly shape: ShapeName
  readonly model: ModelName
  readonly lifetime: Lifetime
}
