/** The element the alert banner stands in, and the key of session storage that says which one was closed. */
export const alertId = 'alert'
export const closedAlertKey = 'alert-banner-closed'
