// Every command, in the order in which the help shows them.

import type { Command } from './command.ts'
import { doctor } from './doctor.ts'
import { estimate } from './estimate.ts'
import { login } from './login.ts'
import { logout } from './logout.ts'
import { observeCommand, runCommand } from './run.ts'
import { savings } from './savings.ts'
import { status } from './status.ts'
import { statusline } from './statusline.ts'
import { env, token } from './token.ts'
import { unwrap, wrap } from './wrap.ts'

export const commands: readonly Command[] = [
  login,
  logout,
  status,
  runCommand,
  observeCommand,
  wrap,
  unwrap,
  doctor,
  savings,
  estimate,
  statusline,
  env,
  token,
]
