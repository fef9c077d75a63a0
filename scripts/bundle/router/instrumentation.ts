/** No instrumentation is passed to the router, so nothing is ever consumed or wrapped. */

export const consumeInstrumentationClientResultMetaReceiver = () => undefined
export const getRouteInstrumentationUpdates = () => ({})
export const instrumentClientSideRouter = (router: unknown) => router
export const instrumentHandler = (handler: unknown) => handler
export const instrumentationResultMetaContext = {}
