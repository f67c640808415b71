/** Region and credentials for the stores on this machine, which accept any. */
export const localAws = { region: 'us-east-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } }
