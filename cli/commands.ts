// Every command, in the order in which the help shows them.

import type { Command } from './command.ts'
import { login, logout } from './login.ts'
import { savings } from './savings.ts'
import { status } from './status.ts'
import { env, token } from './token.ts'

export const commands: readonly Command[] = [login, logout, status, savings, env, token]
