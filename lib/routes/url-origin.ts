// A function URL as an origin: without the slash that AWS ends it with.

import { Fn } from 'aws-cdk-lib'
import type { FunctionUrl } from 'aws-cdk-lib/aws-lambda'

export const originOf = ({ url }: FunctionUrl): string => `https://${Fn.select(2, Fn.split('/', url))}`
