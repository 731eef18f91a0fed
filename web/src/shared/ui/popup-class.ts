// The look of what opens over the page beside its control: lists, menus, popovers.
export const popupClass =
  'settle p-1 rounded-control bg-surface-solid text-ink border border-edge shadow-2 outline-none overflow-y-auto origin-(--transform-origin) data-starting-style:opacity-0 data-starting-style:scale-[0.98] data-ending-style:opacity-0'
