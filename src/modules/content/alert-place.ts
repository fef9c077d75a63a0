/** The alert banner's element, and the session storage key of the closed one. */
export const alertId = 'alert'
export const closedAlertKey = 'alert-banner-closed'
