// The look of a link within text or at a panel's head; the element itself is the router's.
export const textLinkClass = 'font-medium text-accent-text underline-offset-3 hover:underline rounded-small'
