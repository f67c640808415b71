// Every command, in the order in which the help shows them.

import type { Command } from './command.ts'
import { estimate } from './estimate.ts'
import { observeCommand, runCommand } from './run.ts'
import { statusline } from './statusline.ts'
import { env, token } from './token.ts'
import { unwrap, wrap } from './wrap/wrap.ts'

export const commands: readonly Command[] = [runCommand, observeCommand, wrap, unwrap, estimate, statusline, env, token]
