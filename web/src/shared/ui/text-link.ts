// The class names of a text link; the element itself comes from the router.
export const textLinkClass = 'font-medium text-accent-text underline-offset-3 hover:underline rounded-small'
