// What happens to resources that hold data when their stack is deleted.

import { RemovalPolicy } from 'aws-cdk-lib'
import type { Stage } from './config.ts'

export const removalPolicy = ({ removal }: Pick<Stage, 'removal'>): RemovalPolicy =>
  removal === 'retain' ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY
