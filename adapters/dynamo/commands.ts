// The calls of DynamoDB's API as data. What goes in and comes out is typed by AWS's own declarations; nothing of the SDK runs.

import type {
  CreateTableCommandInput,
  DescribeContinuousBackupsCommandInput,
  DescribeContinuousBackupsCommandOutput,
  DescribeTableCommandInput,
  DescribeTableCommandOutput,
  DescribeTimeToLiveCommandInput,
  DescribeTimeToLiveCommandOutput,
  ListTablesCommandInput,
  ListTablesCommandOutput,
  RestoreTableToPointInTimeCommandInput,
  UpdateContinuousBackupsCommandInput,
  UpdateTableCommandInput,
  UpdateTimeToLiveCommandInput,
} from '@aws-sdk/client-dynamodb'
import type {
  BatchGetCommandInput,
  BatchGetCommandOutput,
  DeleteCommandInput,
  DeleteCommandOutput,
  GetCommandInput,
  GetCommandOutput,
  PutCommandInput,
  PutCommandOutput,
  QueryCommandInput,
  QueryCommandOutput,
  ScanCommandInput,
  ScanCommandOutput,
  TransactWriteCommandInput,
  UpdateCommandInput,
  UpdateCommandOutput,
} from '@aws-sdk/lib-dynamodb'

/** One call, whose answer is of this type. */
export interface Command<Answer = unknown> {
  readonly operation: string
  readonly input: Readonly<Record<string, unknown>>
  /** Never there: it carries the type. */
  readonly answer?: Answer
}

const command =
  <Input extends object, Answer = unknown>(operation: string) =>
  (input: Input): Command<Answer> => ({ operation, input: Object.fromEntries(Object.entries(input)) })

/** DynamoDB's own answers, without what the SDK adds. */
type Said<Output> = Omit<Output, '$metadata'>

export const getItem = command<GetCommandInput, Said<GetCommandOutput>>('GetItem')
export const putItem = command<PutCommandInput, Said<PutCommandOutput>>('PutItem')
export const updateItem = command<UpdateCommandInput, Said<UpdateCommandOutput>>('UpdateItem')
export const deleteItem = command<DeleteCommandInput, Said<DeleteCommandOutput>>('DeleteItem')
export const queryItems = command<QueryCommandInput, Said<QueryCommandOutput>>('Query')
export const scanItems = command<ScanCommandInput, Said<ScanCommandOutput>>('Scan')
export const transactWriteItems = command<TransactWriteCommandInput>('TransactWriteItems')
export const batchGetItem = command<BatchGetCommandInput, Said<BatchGetCommandOutput>>('BatchGetItem')

export const listTables = command<ListTablesCommandInput, Said<ListTablesCommandOutput>>('ListTables')
export const createTable = command<CreateTableCommandInput>('CreateTable')
export const updateTable = command<UpdateTableCommandInput>('UpdateTable')
export const describeTable = command<DescribeTableCommandInput, Said<DescribeTableCommandOutput>>('DescribeTable')
export const describeTimeToLive = command<DescribeTimeToLiveCommandInput, Said<DescribeTimeToLiveCommandOutput>>(
  'DescribeTimeToLive',
)
export const updateTimeToLive = command<UpdateTimeToLiveCommandInput>('UpdateTimeToLive')
export const describeContinuousBackups = command<
  DescribeContinuousBackupsCommandInput,
  Said<DescribeContinuousBackupsCommandOutput>
>('DescribeContinuousBackups')
export const updateContinuousBackups = command<UpdateContinuousBackupsCommandInput>('UpdateContinuousBackups')

/** Times travel in seconds since the epoch. */
type RestoreInput = Omit<RestoreTableToPointInTimeCommandInput, 'RestoreDateTime'> & {
  readonly RestoreDateTime?: number
}
export const restoreTableToPointInTime = command<RestoreInput>('RestoreTableToPointInTime')
