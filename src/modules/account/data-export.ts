/** The marketing preferences of an account. */
export type PrivacyChoices = { readonly newsletter: boolean; readonly careReminders: boolean }
