/** What the owner of an account wants to be sent. */
export type PrivacyChoices = { readonly newsletter: boolean; readonly careReminders: boolean }
