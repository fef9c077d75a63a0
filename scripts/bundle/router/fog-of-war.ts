/** `routeDiscovery` is 'initial' in react-router.config.ts: every route is known from the start. */

export const URL_LIMIT = 7680
export const getManifestPath = () => ''
export const getPartialManifest = (manifest: unknown) => manifest
export const getPatchRoutesOnNavigationFunction = () => undefined
export const getPathsWithAncestors = () => []
export const handleClientVersionMismatch = () => {}
export const isFogOfWarEnabled = () => false
export const useFogOFWarDiscovery = () => {}
