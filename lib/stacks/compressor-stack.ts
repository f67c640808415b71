// The compressor, in a stack of its own, because it changes at other times than the functions.

import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import { CompressorEndpoint } from '../compressor/compressor-endpoint.ts'
import type { StageWithEndpoint } from '../stage/config.ts'

export class CompressorStack extends Stack {
  constructor(scope: Construct, id: string, { stage, ...props }: StackProps & { readonly stage: StageWithEndpoint }) {
    super(scope, id, { description: 'Context compaction: the compressor behind SageMaker.', ...props })
    const compressor = new CompressorEndpoint(this, 'Compressor', { stage })
    new CfnOutput(this, 'EndpointName', { value: compressor.endpointName })
    // The value of `compressor.imageTag` in the stage's file that comes back to this version.
    new CfnOutput(this, 'ImageTag', { value: compressor.image.tag })
    new CfnOutput(this, 'ImageRepository', { value: compressor.image.repository.repositoryName })
  }
}
