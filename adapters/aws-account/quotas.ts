// Service Quotas: what the account may have of a service in a region, by the names that the console shows.

import {
  paginateListAWSDefaultServiceQuotas,
  paginateListServiceQuotas,
  type ServiceQuota,
  ServiceQuotasClient,
} from '@aws-sdk/client-service-quotas'

/** As Service Quotas calls them. */
export type QuotaService = 'lambda' | 'sagemaker' | 'codebuild' | 'cloudfront' | 'fargate'

const pageSize = 100

/** Values by name; the account's own where it has one, otherwise AWS's default. Throws the SDK's own errors. */
export const quotasOf = async (service: QuotaService, region: string): Promise<ReadonlyMap<string, number>> => {
  const client = new ServiceQuotasClient({ region })
  const values = new Map<string, number>()
  const note = (quotas: readonly ServiceQuota[]): void => {
    for (const { QuotaName, Value } of quotas)
      if (QuotaName !== undefined && Value !== undefined) values.set(QuotaName, Value)
  }
  try {
    const question = { ServiceCode: service }
    for await (const page of paginateListAWSDefaultServiceQuotas({ client, pageSize }, question))
      note(page.Quotas ?? [])
    for await (const page of paginateListServiceQuotas({ client, pageSize }, question)) note(page.Quotas ?? [])
    return values
  } finally {
    client.destroy()
  }
}
