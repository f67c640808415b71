// Provides the runtime's global when it is imported. Import it before a handler: the handler's module asks for it while it loads.

import { provideAwsLambda } from '../front/awslambda.ts'

provideAwsLambda()
