// Every command, in the order in which the help shows them.

import type { Command } from './command.ts'
import { estimate } from './estimate.ts'
import { env, token } from './token.ts'

export const commands: readonly Command[] = [estimate, env, token]
