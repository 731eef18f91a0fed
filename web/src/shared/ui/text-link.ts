// The class names of links; the element itself comes from the router.

/** The class names of a link within a text: underlined, so that it is recognized without its color. */
export const textLinkClass =
  'font-medium text-accent-text underline decoration-line-strong underline-offset-3 hover:decoration-current rounded-small focus-visible:outline-offset-1'

/** The class names of a link at the end of a panel's head, with an arrow after it and a touch target. */
export const panelLinkClass =
  'panel-link inline-flex items-center gap-0.5 min-h-7 -my-1.5 text-12 font-medium text-accent-text whitespace-nowrap underline-offset-3 hover:underline rounded-small'
